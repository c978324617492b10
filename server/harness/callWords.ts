import type { Block } from '../../shared/message.ts';
import { REFUSED_WORDS, SIMULATED_WORDS } from '../../shared/resultKind.ts';
import type { ToolOutcome } from '../tools/tool.ts';

/** A result that says what ran in place of the model's input. */
export function withRanInput(outcome: ToolOutcome, input: Record<string, unknown>): ToolOutcome {
  const words = `The person changed the input before it ran. What ran: ${JSON.stringify(input)}`;
  const { content } = outcome;
  const block: Block = { type: 'text', text: words };
  return {
    ...outcome,
    content: typeof content === 'string' ? `${words}\n\n${content}` : [block, ...content],
  };
}

/** The result of a call that the person refused. It is no failure. */
export function refusal(why: string | null): ToolOutcome {
  const isSaid = why !== null && why.trim() !== '';
  return { content: isSaid ? `${REFUSED_WORDS} Reason: ${why}` : REFUSED_WORDS };
}

/** The result of a call in a dry run. */
export function simulation(name: string): ToolOutcome {
  return {
    content: `${SIMULATED_WORDS} ${name} was not run and changed nothing. Go on as if it had succeeded, and do not rely on what it would have given.`,
  };
}

/** The result of a call that does not run because of what it is. */
export function notRun(why: string): ToolOutcome {
  return { content: why, isError: true };
}

/** The result of a call of a reply that was cut off: which calls are whole cannot be known. */
export function cutOff(why: string): ToolOutcome {
  return notRun(`Not run: ${why}, so this call may be cut off.`);
}
