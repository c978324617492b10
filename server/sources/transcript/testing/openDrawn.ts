import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Message } from '../../../../shared/message.ts';
import type { RunRows, SceneRow } from '../../../../shared/rows.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { ClaudeCodeSource } from '../claudeCodeSource.ts';
import { drawTranscript } from './drawTranscript.ts';

/** A drawn session as it was opened, with its rows. */
interface OpenedDrawing {
  path: string;
  source: ClaudeCodeSource;
  rows: RunRows;
  /** Messages of the scene that a branch and a save point name, as short words. */
  wordsAt(branch: string, place: string): Promise<string[]>;
  messagesAt(branch: string, place: string): Promise<Message[]>;
}

/** Writes drawings into a fresh folder (the session's own first) and opens the session. */
export async function openDrawn(
  drawing: string,
  agents: Record<string, string> = {},
): Promise<OpenedDrawing> {
  const folder = await temporaryFolder();
  const path = join(folder, 'shed.jsonl');
  await writeFile(path, textOf(drawTranscript(drawing)));
  for (const [name, text] of Object.entries(agents)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), name.endsWith('.jsonl') ? textOf(drawTranscript(text)) : text);
  }
  return openAt(path);
}

/** Opens a session that lies on disk. */
export async function openAt(path: string): Promise<OpenedDrawing> {
  const source = new ClaudeCodeSource({ path, id: 'shed' });
  const rows = await source.rows();
  const messagesAt = async (branch: string, place: string) => {
    const row = rowAt(rows, branch, place);
    return (await source.scene(row.id)).checkpoint?.messages ?? [];
  };
  return {
    path,
    source,
    rows,
    messagesAt,
    wordsAt: async (branch, place) => (await messagesAt(branch, place)).map(messageWords),
  };
}

/** The lines of a file. */
export function textOf(lines: readonly string[]): string {
  return lines.map(line => `${line}\n`).join('');
}

/** The row at `3-B` of a branch. */
export function rowAt(rows: RunRows, branch: string, place: string): SceneRow {
  const found = rows.scenes.filter(row => row.branch === branch && `${row.turn}-${row.point}` === place);
  expect(found, `${branch}:${place}`).toHaveLength(1);
  const [row] = found;
  if (!row) throw new Error('no row');
  return row;
}

/** The scenes of a branch in order, as `0-B 1-A 1-B`. */
export function placesOf(rows: RunRows, branch: string): string {
  const own = rows.scenes.filter(row => row.branch === branch);
  return own.map(row => `${row.turn}-${row.point}`).join(' ');
}

/** A message on one line: its role's first letter, then `"text"`, `?call`, `!result`, `~thinking`, `*other`. */
function messageWords({ role, content }: Message): string {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const words = blocks.map(block => {
    if (block.type === 'text') return `"${block.text}"`;
    if (block.type === 'tool_use') return `?${block.id}`;
    if (block.type === 'tool_result') return `!${block.tool_use_id}`;
    return block.type === 'thinking' ? '~' : '*';
  });
  return `${role.charAt(0)} ${words.join(' ')}`;
}
