import { describe, expect, test } from 'vitest';
import type { ToolResultBlock } from '../../shared/message.ts';
import type { BranchState, CallRow, JournalRow, RunInfo } from '../../shared/rows.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawCall, drawRun } from '../../shared/testing/drawRun.ts';
import { callKnowledge, isAlarming } from './callEnd.ts';

interface Situation {
  scenes?: string;
  state?: BranchState;
  kind?: RunInfo['kind'];
  toolClass?: CallRow['toolClass'];
  journal?: Partial<JournalRow> | null;
  result?: Partial<ToolResultBlock> | null;
  inB?: CallRow['state'];
}

/** What is known of call t1 of turn 1, where its scene lies at the end of `main` and nothing else is said. */
function knownOf(situation: Situation) {
  const { scenes = 'main 0B 1A', state = 'interrupted', kind = 'run', toolClass = 'command' } = situation;
  const rows = drawRun(scenes);
  for (const row of rows.scenes.filter(({ turn }) => turn === 1)) {
    const callState = row.point === 'B' ? (situation.inB ?? 'answered') : 'dangling';
    row.calls = [drawCall('t1', { toolClass, state: callState })];
  }
  for (const branch of rows.branches) branch.state = state;
  const graph = buildRunGraph(rows);
  const node = graph.turns.get('main/1A');
  if (!node) throw new Error('the drawing has no turn 1');
  const row: JournalRow = {
    id: 'main/main/1A/0',
    branch: 'main',
    scene: 'main/1A',
    callId: 't1',
    name: 'run',
    state: 'open',
    ok: null,
    openedAt: '',
    durationMs: null,
  };
  const journal = situation.journal ? [{ ...row, ...situation.journal }] : [];
  const result = situation.result && { type: 'tool_result' as const, tool_use_id: 't1', ...situation.result };
  const call = { type: 'tool_use' as const, id: 't1', name: 'run', input: {} };
  return callKnowledge({ run: { kind }, journal, graph, node })({ call, result: result ?? null });
}

describe('what is known about how a call ended', () => {
  test('its result says so', () => {
    expect(knownOf({ result: { content: 'ok' }, journal: { state: 'ended', durationMs: 420 } })).toEqual({
      end: 'answered',
      durationMs: 420,
    });
    expect(knownOf({ result: { is_error: true } }).end).toBe('error');
  });

  test('looked at from A while B holds the result', () => {
    expect(knownOf({ scenes: 'main 0B 1A 1B 2A' }).end).toBe('in-b');
    expect(knownOf({ scenes: 'main 0B 1A 1B', inB: 'dangling' }).end).not.toBe('in-b');
  });

  test('at the head of a branch that is at work', () => {
    expect(knownOf({ state: 'running', journal: { state: 'open' } }).end).toBe('running');
    expect(knownOf({ state: 'running' }).end).toBe('not-yet');
    expect(knownOf({ state: 'waiting' }).end).toBe('waiting');
  });

  test('a turn that the running branch has left is not running', () => {
    expect(knownOf({ scenes: "main 0B 1A\nmain 0B > 1A'", state: 'running', journal: {} }).end).toBe(
      'unknown',
    );
  });

  test('at rest, the journal knows whether it was started and ended', () => {
    expect(knownOf({ journal: { state: 'open' } }).end).toBe('unknown');
    expect(knownOf({ journal: { state: 'ended', ok: true } }).end).toBe('ended-unsaved');
    expect(knownOf({}).end).toBe('never-started');
  });

  test('a line of the journal for another scene says nothing', () => {
    expect(knownOf({ journal: { scene: 'main/9A' } }).end).toBe('never-started');
  });

  test('without a journal nothing is known, but that a read changes nothing', () => {
    expect(knownOf({ kind: 'transcript' }).end).toBe('unanswered');
    expect(knownOf({ kind: 'folder', toolClass: 'read' }).end).toBe('unanswered-read');
    expect(knownOf({ toolClass: 'read' }).end).toBe('unanswered-read');
  });

  test('only what is not on its way alarms', () => {
    const calm = ['answered', 'error', 'in-b', 'running', 'not-yet', 'waiting'] as const;
    expect(calm.some(isAlarming)).toBe(false);
    expect((['unknown', 'never-started', 'ended-unsaved', 'unanswered'] as const).every(isAlarming)).toBe(
      true,
    );
  });
});
