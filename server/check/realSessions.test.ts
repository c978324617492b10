import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { danglingCalls, pairCalls } from '../../shared/calls.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { checked } from '../../shared/schema.ts';
import { ClaudeCodeSource } from '../sources/transcript/claudeCodeSource.ts';
import { checkTranscript } from './checkTranscript.ts';

/**
 * Recorded sessions do not come with the project. Where `FORKPOINT_SESSIONS` names a folder of them, each has to open
 * and to agree with itself. An `expected.json` in that folder says what `check` has to count, found by other means than
 * this code: by file name, any of the numbers of a report.
 */
const folder = process.env.FORKPOINT_SESSIONS ?? '';
const files = folder === '' ? [] : readdirSync(folder).filter(name => name.endsWith('.jsonl'));
const why = folder === '' ? ' (skipped: FORKPOINT_SESSIONS names no folder of sessions)' : '';

const expectedSchema = z.record(z.string(), z.record(z.string(), z.unknown()));

function expectedCounts(): z.infer<typeof expectedSchema> {
  const path = join(folder, 'expected.json');
  if (folder === '' || !existsSync(path)) return {};
  return checked(expectedSchema, JSON.parse(readFileSync(path, 'utf8')), path);
}

describe.skipIf(folder === '')(`recorded sessions${why}`, () => {
  test.each(Object.entries(expectedCounts()))('%s is counted as expected', async (name, counts) => {
    expect(await checkTranscript(join(folder, name))).toMatchObject(counts);
  });

  test.each(files)('%s opens as a run that agrees with what is counted', async name => {
    const path = join(folder, name);
    const report = await checkTranscript(path);
    const source = new ClaudeCodeSource({ path, id: 'session' });
    const rows = await source.rows();
    const graph = buildRunGraph(rows);
    expect(rows.scenes).toHaveLength(report.scenes);
    expect([...graph.turns.values()].filter(turn => turn.state !== 'line')).toEqual([]);
    const turnsOfReplies = new Set(
      rows.scenes.filter(row => row.model !== null).map(row => graph.turnOfScene.get(row.id)),
    );
    const isInOneFile = rows.scenes.every(row => row.file === name);
    if (isInOneFile) expect(turnsOfReplies.size).toBe(report.replies + report.sidechainReplies);
    let dangling = 0;
    for (const { head, kind } of rows.branches) {
      const messages = (head && (await source.scene(head)).checkpoint?.messages) || [];
      if (kind !== 'subagent') dangling += danglingCalls(messages).length;
    }
    expect(dangling).toBe(report.dangling);
  });

  test.each(files)('%s gives scenes that fit their rows', async name => {
    const source = new ClaudeCodeSource({ path: join(folder, name), id: 'session' });
    const { scenes } = await source.rows();
    for (const row of scenes) {
      const { checkpoint, lines } = await source.scene(row.id);
      const messages = checkpoint?.messages ?? [];
      expect([messages.length, lines.length], row.id).toEqual([row.messageCount, row.messageCount]);
      const isBehind = (call: { messageIndex: number; resultMessageIndex: number | null }) =>
        call.resultMessageIndex !== null && call.resultMessageIndex !== call.messageIndex + 1;
      expect(pairCalls(messages).filter(isBehind), row.id).toEqual([]);
    }
  });
});
