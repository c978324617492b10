import { expect, test } from 'vitest';
import type { Draft } from '../../shared/runEvent.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { EventHub } from './eventHub.ts';
import { LiveRuns } from './liveRuns.ts';
import { FakeSource } from './testing/fakeSource.ts';

const draft: Draft = {
  branch: 'main',
  parent: 'main/0B',
  turn: 1,
  thinking: '',
  text: '',
  calls: [],
  wait: { untilMs: 1, attempt: 1, problem: { code: 'model-failed', params: { detail: 'busy' } } },
};

function makeLiveRuns() {
  const source = new FakeSource(drawRun('main 0B'));
  return new LiveRuns({
    hub: new EventHub(),
    openSource: async () => source,
    onError: error => {
      throw error;
    },
  });
}

test('a wait that began before anyone looked is shown to who looks', async () => {
  const live = makeLiveRuns();
  live.draft('drawn', 'main', draft);
  expect((await live.state('drawn')).drafts).toEqual([draft]);
  live.close();
});

test('what was withdrawn before anyone looked is not', async () => {
  const live = makeLiveRuns();
  live.draft('drawn', 'main', draft);
  live.draft('drawn', 'main', null);
  expect((await live.state('drawn')).drafts).toEqual([]);
  live.close();
});
