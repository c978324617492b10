import { expect, test } from 'vitest';
import type { RunReceipt } from '../../shared/api.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { addressOfArrival } from './arrival.ts';

const receipt = (branch: string, head: string): RunReceipt => ({
  run: 'run',
  action: 'undo',
  branch,
  move: null,
  head,
  messages: { count: 1, verified: true },
  files: null,
  ledger: { rows: 0, verified: true },
  started: false,
});
const graphOf = (drawing: string) => buildRunGraph(drawRun(drawing));

test('a branch that stands at its fork point is named, although its parent wrote the scene', () => {
  const graph = graphOf('main 0B 1B 2B\nplan-b main/1B >');
  expect(addressOfArrival(graph, receipt('plan-b', 'main/1B'))).toBe('plan-b:1-B');
});

test('before the events have come there is nowhere to go yet', () => {
  const forkUnknown = graphOf('main 0B 1B 2B');
  expect(addressOfArrival(forkUnknown, receipt('plan-b', 'main/1B'))).toBeNull();
  const sceneUnknown = graphOf('main 0B 1B 2B');
  expect(addressOfArrival(sceneUnknown, receipt('main', "main/1B'"))).toBeNull();
  const stillRewound = graphOf("main 0B 1B 2B 3B\nmain 1B > 2B'");
  expect(addressOfArrival(stillRewound, receipt('main', 'main/3B'))).toBeNull();
});

test('an edited copy of the scene is reached by the same address as what it stands in place of', () => {
  const graph = graphOf("main 0B 1B 2B\nmain 0B > 1B'");
  expect(addressOfArrival(graph, receipt('main', "main/1B'"))).toBe('main:1-B');
});
