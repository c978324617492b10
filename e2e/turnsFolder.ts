import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkpointFileName, type Point } from '../shared/checkpoint.ts';
import type { Block, Message } from '../shared/message.ts';

/** A turn of one call. Without `result` its answer has no content; `unanswered` leaves it without one. */
export interface WrittenTurn {
  text: string;
  name: string;
  input: unknown;
  result?: string | Block[];
  isError?: boolean;
  unanswered?: boolean;
}

interface WrittenRun {
  task: string;
  turns: readonly WrittenTurn[];
  model?: string;
  idOf?: (turn: number) => string;
  /** Only the last few turns get files: each file holds all that was before. */
  files?: number;
}

/** Writes a folder of checkpoints as a program of somebody's own would. @returns the folder */
export async function writeTurns(folder: string, run: WrittenRun): Promise<string> {
  await mkdir(folder, { recursive: true });
  const { task, turns, model = 'claude-test', idOf = turn => `toolu_${turn}` } = run;
  const messages: Message[] = [{ role: 'user', content: task }];
  const write = (turn: number, point: Point) =>
    writeFile(
      join(folder, checkpointFileName(turn, point)),
      JSON.stringify({ task, turns: turn, model, messages }),
    );
  if (run.files === undefined) await write(0, 'B');
  for (const [index, { text, name, input, result, isError, unanswered }] of turns.entries()) {
    const turn = index + 1;
    const isWritten = run.files === undefined || index >= turns.length - run.files;
    const id = idOf(turn);
    messages.push({
      role: 'assistant',
      content: [
        { type: 'text', text },
        { type: 'tool_use', id, name, input },
      ],
    });
    if (isWritten) await write(turn, 'A');
    if (unanswered) continue;
    const answer = { type: 'tool_result', tool_use_id: id, ...(result !== undefined && { content: result }) };
    messages.push({ role: 'user', content: [isError ? { ...answer, is_error: true } : answer] });
    if (isWritten) await write(turn, 'B');
  }
  return folder;
}
