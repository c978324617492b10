import { expect, test } from 'vitest';
import type { JournalRow } from '../../shared/rows.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawCall, drawRun } from '../../shared/testing/drawRun.ts';
import { callsDurationMs } from './callsDuration.ts';

function durationOf(times: (number | null)[], savedAt: [a: string | null, b: string | null]) {
  const rows = drawRun('main 0B 1A 1B');
  for (const row of rows.scenes) {
    if (row.turn === 0) continue;
    row.calls = [drawCall('t1'), drawCall('t2')];
    row.savedAt = savedAt[row.point === 'A' ? 0 : 1];
  }
  const node = buildRunGraph(rows).turns.get('main/1A');
  if (!node) throw new Error('the drawing has no turn 1');
  const journal = times.map(
    (durationMs, index): JournalRow => ({
      id: `main/main/1A/${index}`,
      branch: 'main',
      scene: 'main/1A',
      callId: `t${index + 1}`,
      name: 'run',
      state: 'ended',
      ok: true,
      openedAt: '',
      durationMs,
    }),
  );
  return callsDurationMs(node, journal);
}

const at = (second: number) => new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString();

test('as the journal has it', () => {
  expect(durationOf([200, 300], [at(0), at(9)])).toBe(500);
});

test('from A to B where the journal does not have every call', () => {
  expect(durationOf([200], [at(0), at(9)])).toBe(9000);
  expect(durationOf([], [at(0), at(9)])).toBe(9000);
});

test('not known where a time is missing or runs backwards', () => {
  expect(durationOf([], [at(0), null])).toBeNull();
  expect(durationOf([], [at(9), at(0)])).toBeNull();
});
