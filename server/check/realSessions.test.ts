import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { danglingCalls, pairCalls } from '../../shared/calls.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { ClaudeCodeSource } from '../sources/transcript/claudeCodeSource.ts';
import { checkTranscript } from './checkTranscript.ts';

/**
 * Large recorded sessions do not come with the project. Where a folder of them is named, they are counted; the
 * numbers were found by other means than this code.
 */
const folder = process.env.FORKPOINT_SESSIONS;

type Counts = [
  records: number,
  badLines: number[],
  replies: number,
  calls: number,
  errorResults: number,
  dangling: number,
  branches: number,
  compactions: number,
  sidechainReplies: number,
  sidechainCalls: number,
];

const expected: Record<string, Counts> = {
  'cc-cli-compact4.jsonl': [891, [], 140, 187, 5, 0, 0, 2, 0, 0],
  'cc-cli-glued-line.jsonl': [171, [128], 42, 41, 2, 0, 0, 0, 0, 0],
  'cc-cli-image-in-result.jsonl': [362, [], 47, 58, 1, 0, 0, 0, 0, 0],
  'cc-cli-large-1519-resumed.jsonl': [1519, [], 258, 248, 15, 0, 0, 2, 0, 0],
  'cc-cli-parallel13-2.1.x.jsonl': [374, [], 57, 65, 1, 1, 0, 0, 0, 0],
  'cc-cli-resume-branch.jsonl': [198, [], 38, 51, 6, 0, 0, 0, 0, 0],
  'cc-ctxeval-small50-dangling2.jsonl': [50, [], 9, 14, 0, 2, 0, 0, 0, 0],
  'cc-dk-v1.0.108-inline-sidechain-53.jsonl': [53, [], 10, 13, 2, 0, 0, 0, 10, 8],
  'cc-dk-v1.0.98-small29.jsonl': [29, [], 7, 12, 1, 0, 0, 0, 0, 0],
  'cc-extagents-userfork-203.jsonl': [203, [], 20, 31, 1, 0, 1, 0, 0, 0],
  'cc-obra-v1.0.117-460-summary.jsonl': [460, [], 170, 152, 22, 0, 0, 0, 0, 0],
  'cc-omp-medium225.jsonl': [225, [], 54, 54, 4, 0, 0, 0, 0, 0],
  'cc-omp-small16-dangling2.jsonl': [16, [], 1, 2, 0, 2, 0, 0, 0, 0],
  'cc-spotter-short.jsonl': [15, [], 1, 2, 2, 0, 0, 0, 0, 0],
  'cc-spotter-tool-heavy.jsonl': [39, [], 4, 6, 0, 0, 0, 0, 0, 0],
};

const why = folder === undefined ? ' (skipped: FORKPOINT_SESSIONS names no folder of sessions)' : '';

describe.skipIf(folder === undefined)(`recorded sessions${why}`, () => {
  for (const [name, counts] of Object.entries(expected)) {
    const path = join(folder ?? '', name);
    const isThere = folder !== undefined && existsSync(path);

    test.skipIf(!isThere)(`${name} is counted${isThere ? '' : ' (skipped: not in the folder)'}`, async () => {
      const report = await checkTranscript(path);
      expect([
        report.records,
        report.badLines,
        report.replies,
        report.calls,
        report.errorResults,
        report.dangling,
        report.branches,
        report.compactions,
        report.sidechainReplies,
        report.sidechainCalls,
      ]).toEqual(counts);
    });

    test.skipIf(!isThere)(`${name} opens as a run without loose ends`, async () => {
      const source = new ClaudeCodeSource({ path, id: 'session' });
      const rows = await source.rows();
      const graph = buildRunGraph(rows);
      expect([...graph.turns.values()].filter(turn => turn.state !== 'line')).toEqual([]);
      const turnsOfReplies = new Set(
        rows.scenes.filter(row => row.model !== null).map(row => graph.turnOfScene.get(row.id)),
      );
      expect(turnsOfReplies.size).toBe(counts[2] + counts[8]);
      let dangling = 0;
      for (const { head, kind } of rows.branches) {
        const messages = (head && (await source.scene(head)).checkpoint?.messages) || [];
        if (kind !== 'subagent') dangling += danglingCalls(messages).length;
      }
      expect(dangling).toBe(counts[5]);
    });

    test.skipIf(!isThere)(`${name} gives scenes that fit their rows`, async () => {
      const source = new ClaudeCodeSource({ path, id: 'session' });
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
  }
});
