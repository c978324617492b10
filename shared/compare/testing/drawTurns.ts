import { lineOf } from '../../lineOf.ts';
import type { Message } from '../../message.ts';
import type { RunRows, SceneRow } from '../../rows.ts';
import { callRow } from '../../sceneRow.ts';
import { drawRun } from '../../testing/drawRun.ts';

/** A drawn run with what was done in its turns. */
export interface DrawnRun {
  rows: RunRows;
  messagesTo(scene: string): Message[];
}

interface DrawnTurn {
  said: string | null;
  words: string;
  calls: { name: string; input: Record<string, string>; result: string; isError: boolean }[];
}

/**
 * Draws a run (see `drawRun`) and what was done in its turns, a line each:
 *
 *     plan-b/3   "Two files." write_file a.ts {x} = made | run_command npm test ! 1 failed
 *     plan-b/3'  >Split it.< "Fine."
 *
 * `>words<` a person said, `"words"` are the reply's, `{more}` is another argument, `=` a result, `!` one that failed.
 * A turn that nothing is drawn for reads `<branch>-<turn>`.
 */
export function drawTurns(tree: string, turns: string): DrawnRun {
  const rows = drawRun(tree);
  const drawn = new Map(
    turns.split('\n').flatMap((line): [string, DrawnTurn][] => {
      const match = /^\s*(\S+)\s+(.*)$/.exec(line);
      return match ? [[match[1] ?? '', drawTurn(match[2] ?? '')]] : [];
    }),
  );
  const scenes = new Map(rows.scenes.map(row => [row.id, row]));
  const turnOf = (row: SceneRow): DrawnTurn => {
    const name = row.id.replace(/[AB](?='*$)/, '');
    const file = `${row.branch}-${row.turn}`;
    const usual = {
      said: null,
      words: '',
      calls: [{ name: 'read_file', input: { path: file }, result: file, isError: false }],
    };
    return drawn.get(name) ?? usual;
  };
  const messagesTo = (id: string) =>
    lineOf(scenes, id).flatMap(scene => {
      const row = scenes.get(scene);
      return row
        ? addedBy(row, turnOf(row), row.parent !== null && scenes.get(row.parent)?.turn === row.turn)
        : [];
    });
  for (const row of rows.scenes) if (row.problem === null) fill(row, turnOf(row), messagesTo(row.id));
  return { rows, messagesTo };
}

function drawTurn(text: string): DrawnTurn {
  const said = />([^<]*)</.exec(text)?.[1] ?? null;
  const words = /"([^"]*)"/.exec(text)?.[1] ?? '';
  const rest = text
    .replace(/>[^<]*</, '')
    .replace(/"[^"]*"/, '')
    .trim();
  const calls = rest === '' ? [] : rest.split(' | ').map(drawCall);
  return { said, words, calls };
}

function drawCall(text: string): DrawnTurn['calls'][number] {
  const match = /^(\S+)\s*(.*?)(?:\s*\{(.*)\})?\s*([=!])\s*(.*)$/.exec(text);
  if (!match) throw new Error(`No call: “${text}”. Draw: name detail {more} = result.`);
  const [, name = '', detail = '', more, mark, result = ''] = match;
  const input = {
    [name === 'run_command' ? 'command' : 'path']: detail,
    ...(more === undefined ? {} : { more }),
  };
  return { name, input, result, isError: mark === '!' };
}

/** The messages that a scene adds to those of its parent. */
function addedBy(row: SceneRow, turn: DrawnTurn, isAnswering: boolean): Message[] {
  if (row.turn === 0) return [{ role: 'user', content: 'The task.' }];
  const idOf = (index: number) => `${row.branch}-${row.turn}-${index}`;
  const results: Message = {
    role: 'user',
    content: turn.calls.map(({ result, isError }, index) => ({
      type: 'tool_result',
      tool_use_id: idOf(index),
      content: result,
      is_error: isError,
    })),
  };
  const reply: Message = {
    role: 'assistant',
    content: [
      { type: 'text', text: turn.words },
      ...turn.calls.map(({ name, input }, index) => ({ type: 'tool_use', id: idOf(index), name, input })),
    ],
  };
  const said: Message[] = turn.said === null ? [] : [{ role: 'user', content: turn.said }];
  if (isAnswering) return [results];
  return row.point === 'A' || turn.calls.length === 0 ? [...said, reply] : [...said, reply, results];
}

function fill(row: SceneRow, turn: DrawnTurn, messages: readonly Message[]): void {
  row.messageCount = messages.length;
  row.words = row.turn === 0 ? 'The task.' : turn.words;
  row.input = row.turn === 0 ? 'The task.' : turn.said;
  row.tokensUsed = row.turn * 100;
  row.usage = row.turn === 0 ? null : { input_tokens: 90, output_tokens: 10 };
  row.model = row.turn === 0 ? null : 'claude-sonnet-5-5';
  if (row.turn === 0) return;
  row.calls = turn.calls.map(({ name, input, result, isError }, index) => {
    const id = `${row.branch}-${row.turn}-${index}`;
    const answer = { type: 'tool_result' as const, tool_use_id: id, content: result, is_error: isError };
    return callRow({
      call: { type: 'tool_use', id, name, input },
      messageIndex: 0,
      blockIndex: 0,
      result: row.point === 'A' ? null : answer,
      resultMessageIndex: null,
    });
  });
}
