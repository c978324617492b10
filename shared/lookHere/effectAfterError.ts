import type { Remark } from './remark.ts';
import type { CallFacts, TurnFacts } from './turnFacts.ts';

/** Command lines that reach other people. */
const outward = [
  /^git\s+push\b/,
  /^(?:npm|pnpm|yarn|cargo|twine)\s+(?:publish|upload)\b/,
  /^gh\s+(?:pr|issue|release)\s+(?:create|merge|comment|close|edit|review)\b/,
];
/** Tools of other programs that work inside the run, whatever their class by name. */
const inward =
  /^(?:Task|Agent|KillShell|KillBash|SlashCommand|SendMessage|ListMcpResourcesTool|ReadMcpResourceTool)$/;
/** Of tools that declare nothing: those whose name says that they look. */
const looking = /(?:^|_)(?:get|list|read|search|find|fetch|query|view|show|describe|extract|status)(?:_|$)/;

/** Something left the run in the turn right after one in which a call had failed: decided with the failure in sight. */
export function effectAfterError(line: readonly TurnFacts[]): Remark[] {
  return line.flatMap((turn, index): Remark[] => {
    const before = line[index - 1];
    const failed = before?.calls.findLast(call => call.failure !== null);
    const effect = turn.calls.find(isEffect);
    if (!before || !failed || !effect || turn.isSimulated) return [];
    const { name, detail } = effect;
    const params = { tool: name, detail, failed: failed.name, turn: before.turn };
    return [{ rule: 'effect-after-error', turns: [turn.id], params }];
  });
}

function isEffect({ state, toolClass, name, detail }: CallFacts): boolean {
  if (state !== 'answered') return false;
  if (toolClass === 'command') {
    return detail.split(/&&|\|\||[;|]/).some(part => outward.some(pattern => pattern.test(part.trim())));
  }
  return toolClass === 'external' && !inward.test(name) && !looking.test(name);
}
