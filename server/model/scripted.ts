import { setTimeout as sleep } from 'node:timers/promises';
import { digestOf } from '../../shared/digest.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { type Block, isText, isThinking, isToolUse } from '../../shared/message.ts';
import { MAIN_PATH, type Scenario, type ScriptedReply } from '../scenarios/scenario.ts';
import type { Model, ModelReply, ModelRequest, ReplyWatcher } from './model.ts';
import { placeIn, type ScriptedPlace } from './scriptedPath.ts';

/** Code, JSON and English words together come near to this. */
const CHARACTERS_PER_TOKEN = 3;
const CHUNK_CHARACTERS = 24;
/** More pauses than this would make timers, not words, set the pace. */
const PAUSES_PER_REPLY = 20;

/**
 * A model whose replies a person wrote. It needs no key and keeps no state.
 * @param options.paceMs how long each reply takes, in place of the scenario's own pace; 0: no pause at all
 * @throws (each reply) ForkpointError `scenario-has-no-reply` where the path is over; an `AbortError` when stopped
 */
export function scriptedModel(scenario: Scenario, options: { paceMs?: number } = {}): Model {
  return {
    async reply(request, watcher, signal) {
      const place = placeIn(scenario.hints, request.messages);
      const scripted = repliesOf(scenario, place.path)[place.index];
      if (!scripted) {
        throw new ForkpointError('scenario-has-no-reply', { scenario: scenario.id, turn: place.turn + 1 });
      }
      const content = contentOf(scripted, scenario.id, place);
      await write(content, watcher, options.paceMs ?? scenario.paceMs, signal);
      return replyOf(scenario, scripted, content, request);
    },
  };
}

function repliesOf(scenario: Scenario, path: string): readonly ScriptedReply[] {
  return path === MAIN_PATH ? scenario.replies : (scenario.paths[path] ?? []);
}

/** Call ids follow from the place: the same conversation gets the same ids, and no two calls of one share theirs. */
function contentOf(scripted: ScriptedReply, scenarioId: string, place: ScriptedPlace): Block[] {
  const { thinking, text, calls } = scripted;
  const where = [scenarioId, place.path, place.index, place.turn];
  return [
    ...(thinking === undefined
      ? []
      : [{ type: 'thinking', thinking, signature: digestOf(where.join('/'), 32) }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ tool, input }, position) => ({
      type: 'tool_use',
      id: `toolu_${digestOf([...where, position].join('/'), 20)}`,
      name: tool,
      input: structuredClone(input),
    })),
  ];
}

function replyOf(
  scenario: Scenario,
  { tokens, calls, stop_reason }: ScriptedReply,
  content: Block[],
  { system, messages, tools }: ModelRequest,
): ModelReply {
  return {
    content,
    model: scenario.model,
    stopReason: stop_reason ?? (calls.length > 0 ? 'tool_use' : 'end_turn'),
    usage: {
      input_tokens: tokens.input ?? tokensOf([system, tools, messages]),
      output_tokens: tokens.output ?? tokensOf(content),
    },
  };
}

function tokensOf(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);
}

/** Shows a reply as a model's stream does: piece by piece, with pauses between that add up to `paceMs`. */
async function write(
  content: Block[],
  watcher: ReplyWatcher,
  paceMs: number,
  signal: AbortSignal,
): Promise<void> {
  const steps = content.flatMap(block => stepsOf(block, watcher));
  const stepsPerPause = Math.ceil(steps.length / PAUSES_PER_REPLY);
  const pauseMs = paceMs / Math.ceil(steps.length / stepsPerPause);
  for (const [index, step] of steps.entries()) {
    if (paceMs > 0 && index % stepsPerPause === 0) await sleep(pauseMs, undefined, { signal });
    if (signal.aborted) throw new DOMException('The reply was stopped.', 'AbortError');
    step();
  }
}

function stepsOf(block: Block, watcher: ReplyWatcher): (() => void)[] {
  if (isThinking(block)) return chunksOf(block.thinking).map(chunk => () => watcher.onThinking?.(chunk));
  if (isText(block)) return chunksOf(block.text).map(chunk => () => watcher.onText?.(chunk));
  if (!isToolUse(block)) return [];
  const { id, name } = block;
  const pieces = chunksOf(JSON.stringify(block.input));
  return [
    () => watcher.onCall?.({ id, name }),
    ...pieces.map(piece => () => watcher.onCallInput?.(id, piece)),
  ];
}

/** Pieces of about `CHUNK_CHARACTERS` that end at a space, a line end or a surrogate pair's end; joined, the text. */
function chunksOf(text: string): string[] {
  const words = text.match(/\S+\s*|\s+/gu) ?? [];
  const chunks: string[] = [];
  for (const word of words) {
    const last = chunks.at(-1);
    if (last !== undefined && last.length + word.length <= CHUNK_CHARACTERS)
      chunks[chunks.length - 1] = last + word;
    else chunks.push(word);
  }
  return chunks;
}
