import { describe, expect, test } from 'vitest';
import { effectBlocks, fileBlocks, outcomeBlocks, turnBlocks } from './comparisonReport.ts';
import type { ReportBlock } from './report.ts';
import { columnOf, drawnComparison, spentOf } from './testing/drawnComparison.ts';

/** A table as rows of texts, its head first. */
function tableOf(blocks: readonly ReportBlock[]): string[][] {
  const table = blocks.find(block => block.kind === 'table');
  return table ? [[...table.head], ...table.rows.map(row => row.map(cell => cell.text))] : [];
}
const rowOf = (blocks: readonly ReportBlock[], name: string) =>
  tableOf(blocks)
    .find(row => row[0] === name)
    ?.slice(1);

describe('the outcome', () => {
  test('counts the shared past once and tells each side', () => {
    const blocks = outcomeBlocks(drawnComparison(), []);
    expect(blocks[0]).toMatchObject({
      text: expect.stringContaining('14 turns · 14,000 tokens · $0.40 · 21 s'),
    });
    expect(rowOf(blocks, 'plan')).toEqual(['plan of plan-b', 'plan of plan-c']);
    expect(rowOf(blocks, 'state')).toEqual(['done, turn 17', 'done, turn 16']);
    expect(rowOf(blocks, 'since then')?.[0]).toBe('3 turns · 3,000 tokens · no price for model-x · 4.5 s');
    expect(rowOf(blocks, 'files')?.[0]).toBe('1 added, 2 changed, 0 deleted');
  });

  test('says where nothing is shared', () => {
    expect(outcomeBlocks(drawnComparison({ ancestor: null, shared: spentOf(0) }), [])[0]).toMatchObject({
      text: expect.stringContaining('no scene in common'),
    });
  });

  test('has what a person thinks of the branches, where somebody said so', () => {
    const opinions = [{ branch: 'plan-c', verdict: 'chosen' as const, note: null }];
    expect(rowOf(outcomeBlocks(drawnComparison(), opinions), 'verdict')).toEqual(['—', 'preferred']);
    expect(rowOf(outcomeBlocks(drawnComparison(), opinions), 'note')).toBeUndefined();
  });

  test('a question at the gate stands beside the state', () => {
    const at = { address: 'plan-b:17-A', scene: 's', turn: 17 };
    const waiting = columnOf('plan-b', 17, {
      state: 'waiting',
      answer: null,
      waiting: [{ name: 'create_ticket', detail: 'Rounding', at }],
    });
    const blocks = outcomeBlocks(drawnComparison({ columns: [waiting, columnOf('plan-c', 16)] }), []);
    expect(rowOf(blocks, 'state')?.[0]).toBe(
      'waits for an answer, turn 17\nat the gate: create_ticket Rounding',
    );
    expect(rowOf(blocks, 'answer')?.[0]).toBe('—');
  });
});

test('turns that are alike are counted, the first divergence is named, what has no like says so', () => {
  expect(tableOf(turnBlocks(drawnComparison()))).toEqual([
    ['', 'plan-b', 'plan-c'],
    ['=', '1 turn alike'],
    [
      'first divergence\nother call',
      'turn 16\nTurn 16 of plan-b.\nwrite_file tax\n  written',
      'turn 16\nTurn 16 of plan-c.\nedit_file invoice\n  +14 -3',
    ],
    ['', 'turn 17\nTurn 17 of plan-b.\nrun_command test\n  9 pass', 'nothing like it'],
  ]);
});

test('files: only those that differ, and how many do not', () => {
  const comparison = drawnComparison({
    files: [
      {
        path: 'src/tax.ts',
        isSame: false,
        sides: [{ state: 'file', group: 1, sizeBytes: 812, mode: 0o644 }, { state: 'absent' }],
        changes: ['created', null],
      },
      {
        path: 'src/same.ts',
        isSame: true,
        sides: [
          { state: 'file', group: 1, sizeBytes: 5, mode: 0o644 },
          { state: 'file', group: 1, sizeBytes: 5, mode: 0o644 },
        ],
        changes: ['changed', 'changed'],
      },
    ],
  });
  const blocks = fileBlocks(comparison);
  expect(tableOf(blocks)).toEqual([
    ['', 'plan-b', 'plan-c'],
    ['src/tax.ts', 'created, 812 bytes, content 1', 'not there'],
  ]);
  expect(blocks.at(-1)).toEqual({ kind: 'text', text: '1 file changed alike on all sides.' });
});

test('effects say how they were done and where else', () => {
  const effect = {
    name: 'send_email',
    detail: 'a@b',
    target: 'a@b',
    kind: 'simulated' as const,
    at: null,
    callId: 'c',
    isLeftBehind: false,
    alsoOn: [1],
  };
  const columns = [columnOf('plan-b', 17, { effects: [effect] }), columnOf('plan-c', 16)];
  expect(tableOf(effectBlocks(drawnComparison({ columns })))[1]).toEqual([
    'plan-b',
    'send_email a@b',
    'a@b',
    'simulated',
    'plan-c',
    '—',
  ]);
  expect(effectBlocks(drawnComparison())).toEqual([{ kind: 'text', text: 'No call had an effect outside.' }]);
});
