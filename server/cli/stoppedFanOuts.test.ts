import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { latch, modelOf, replyWith, type Step, says } from '../harness/testing/scriptedParts.ts';
import { openRunFiles } from '../workspace/diskRunFiles.ts';
import { type ActedServices, actedServices } from './testing/actedServices.ts';

let folder: string | null = null;
let acted: ActedServices | null = null;
const beside: ActedServices['services'][] = [];
afterEach(async () => {
  await Promise.all(beside.splice(0).map(services => services.close()));
  await acted?.services.close();
  expect(acted?.errors ?? []).toEqual([]);
  acted = null;
  if (folder !== null) await rm(folder, { recursive: true, force: true });
});

const write = (id: string) =>
  replyWith([{ type: 'tool_use', id, name: 'write_file', input: { path: 'a.txt', content: id } }]);

/** A run that has ended; a fork of it stands still in the middle until `forked` is opened. */
async function forkingRun(...steps: (string | Step)[]) {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-halts-')));
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  const [begun, forked] = [latch(), latch()];
  const model = modelOf(
    write('w1'),
    says('Done.'),
    ...steps.map(step => (typeof step === 'string' ? says(step) : step)),
  );
  acted = actedServices(dataFolder, model, {
    openFiles: places => {
      const files = openRunFiles(places);
      const copyTo = files.copyTo.bind(files);
      files.copyTo = async (...asked) => {
        begun.open();
        await forked.opened;
        return await copyTo(...asked);
      };
      return files;
    },
  });
  const { commands, index, runner } = acted.services;
  await commands.startRun({ task: 'Do the work.', run: 'run', effects: 'live', model: 'claude-test-1' });
  await acted.rested();
  const branches = ['a', 'b', 'c'].map(name => ({ name, say: 'Go on.' }));
  const body = { to: 'main:1-B', branches, atOnce: 1 };
  const namesNow = async () => (await (await index.source('run')).rows()).branches.map(row => row.name);
  return { ...acted, begun, forked, body, commands, runner, model, namesNow };
}

/** As another process on the same data folder. */
function besideServices(...steps: Step[]) {
  const { services } = actedServices(join(folder ?? '', 'data'), modelOf(...steps));
  beside.push(services);
  return services;
}

async function statesNow(run: string): Promise<string[]> {
  const source = await acted?.services.index.source(run);
  return (await source?.rows())?.branches.map(row => row.state) ?? [];
}

const codes = (branches: readonly { name: string; problem: { code: string } | null }[]) =>
  branches.map(({ name, problem }) => [name, problem?.code ?? 'made']);
const halted = [
  ['a', 'made'],
  ['b', 'fan-out-stopped'],
  ['c', 'fan-out-stopped'],
];

test('the stop of a run halts the fan-out that is being made: no more is forked, and nothing starts', async () => {
  const { commands, begun, forked, body, model, namesNow, runner } = await forkingRun();
  const making = commands.fanOut('run', 'main', body);
  await begun.opened;
  expect(await commands.stopRun('run')).toEqual({ stopped: [], dropped: [] });
  forked.open();
  const { branches } = await making;
  expect(codes(branches)).toEqual(halted);
  expect(branches[0]?.receipt?.started).toBe(false);
  expect(await namesNow()).toEqual(['main', 'a']);
  expect(runner.running('run')).toEqual([]);
  expect(model.requests).toHaveLength(2);
});

test('the stop of a fan-out halts its making, from before its first branch is there', async () => {
  const { commands, begun, forked, body, namesNow, runner } = await forkingRun();
  const { digest } = await commands.planFanOut('run', 'main', body);
  const making = commands.fanOut('run', 'main', { ...body, digest });
  await begun.opened;
  expect(await commands.stopFanOut('run', digest.slice(0, 12))).toEqual({ stopped: [], dropped: [] });
  forked.open();
  expect(codes((await making).branches)).toEqual(halted);
  expect(await namesNow()).toEqual(['main', 'a']);
  expect(runner.running('run')).toEqual([]);
});

test('a stop is of what was asked before it: the rest is started when a person says so', async () => {
  const { commands, begun, forked, body, rested } = await forkingRun('A is done.');
  const { digest } = await commands.planFanOut('run', 'main', body);
  const making = commands.fanOut('run', 'main', { ...body, digest });
  await begun.opened;
  await commands.stopRun('run');
  forked.open();
  const { fanOut } = await making;
  expect(await commands.startRest('run', fanOut, {})).toEqual(['a']);
  await commands.branchRested('run', 'a');
  expect((await rested('a')).state).toBe('done');
});

test('the end of the process waits for the fork that is being made, makes no other and starts none', async () => {
  const { services, commands, begun, forked, body, model, store } = await forkingRun();
  const making = commands.fanOut('run', 'main', body);
  await begun.opened;
  let isClosed = false;
  const opened = await store();
  const closing = services.close().then(() => {
    isClosed = true;
  });
  await new Promise(resolve => setImmediate(resolve));
  expect(isClosed).toBe(false);
  forked.open();
  await closing;
  expect(codes((await making).branches)).toEqual(halted);
  expect((await opened.rows()).branches.map(row => row.name)).toEqual(['main', 'a']);
  expect(model.requests).toHaveLength(2);
});

test('a receipt tells what runs and what waits for its turn; without “go” nothing does', async () => {
  const { commands, forked, body, rested } = await forkingRun('One.', 'Two.', 'Three.');
  forked.open();
  const { branches } = await commands.fanOut('run', 'main', body);
  expect(branches.map(entry => [entry.receipt?.started, entry.isWaiting])).toEqual([
    [true, false],
    [false, true],
    [false, true],
  ]);
  for (const name of ['a', 'b', 'c']) await commands.branchRested('run', name);
  expect((await rested('c')).state).toBe('done');
  const more = body.branches.map(wish => ({ ...wish, name: `${wish.name}-2` }));
  const only = await commands.fanOut('run', 'main', { ...body, branches: more, go: false });
  expect(only.branches.map(entry => [entry.receipt?.started, entry.isWaiting])).toEqual(
    Array.from({ length: 3 }, () => [false, false]),
  );
  expect(commands.waitingBranches('run')).toEqual([]);
});

test('a branch that is stopped while its fan-out is made does not begin; the others do', async () => {
  const { commands, begun, forked, body, namesNow } = await forkingRun('A is done.', 'C is done.');
  const making = commands.fanOut('run', 'main', body);
  await begun.opened;
  expect(await commands.stopRun('run', 'b')).toEqual({ stopped: [], dropped: ['b'] });
  forked.open();
  const { branches } = await making;
  expect(branches.map(entry => [entry.name, entry.receipt?.started, entry.isWaiting])).toEqual([
    ['a', true, false],
    ['b', false, false],
    ['c', false, true],
  ]);
  for (const name of ['a', 'c']) await commands.branchRested('run', name);
  expect(await namesNow()).toEqual(['main', 'a', 'b', 'c']);
  expect(await statesNow('run')).toEqual(['done', 'done', 'interrupted', 'done']);
});

test('another process takes a branch out of the queue, and is told so', async () => {
  const goesOn = latch();
  const run = await forkingRun(async () => {
    await goesOn.opened;
    return says('A is done.');
  }, 'B is done.');
  run.forked.open();
  await run.commands.fanOut('run', 'main', run.body);
  const { commands } = besideServices();
  expect(await commands.stopRun('run', 'c')).toEqual({ stopped: [], dropped: ['c'] });
  expect(run.commands.waitingBranches('run')).toEqual(['b']);
  await expect(commands.stopRun('run', 'c')).rejects.toMatchObject({ code: 'not-running' });
  goesOn.open();
  for (const name of ['a', 'b']) await run.commands.branchRested('run', name);
  expect(await statesNow('run')).toEqual(['done', 'done', 'done', 'interrupted']);
});

test('another process takes a whole run out of the queue', async () => {
  const run = await forkingRun(() => new Promise(() => undefined));
  run.forked.open();
  await run.commands.fanOut('run', 'main', run.body);
  const { stopped, dropped } = await besideServices().commands.stopRun('run');
  expect([stopped, dropped.sort()]).toEqual([['a'], ['b', 'c']]);
  expect(run.commands.waitingBranches('run')).toEqual([]);
  expect(await statesNow('run')).toEqual(['done', 'stopped', 'interrupted', 'interrupted']);
});

/** A fan-out of which `a` runs until `goesOn` is opened, and the others wait for their turn. */
async function waitingRun(...steps: string[]) {
  const goesOn = latch();
  const run = await forkingRun(
    async () => {
      await goesOn.opened;
      return says('A is done.');
    },
    ...steps,
  );
  run.forked.open();
  await run.commands.fanOut('run', 'main', run.body);
  return { ...run, goesOn };
}

test('a branch that is resumed by hand waits for its turn no longer', async () => {
  const { commands, goesOn, rested } = await waitingRun('B is done.', 'C is done.');
  await commands.resume('run', 'b', {});
  expect(commands.waitingBranches('run')).toEqual(['c']);
  expect((await rested('b')).state).toBe('done');
  goesOn.open();
  for (const name of ['a', 'b', 'c']) await commands.branchRested('run', name);
  expect(await statesNow('run')).toEqual(['done', 'done', 'done', 'done']);
});

test('what another process has brought to its end stays done when its turn comes', async () => {
  const { commands, goesOn, rested } = await waitingRun('C is done.');
  await besideServices(says('B is done.')).commands.resume('run', 'b', {});
  expect((await rested('b')).state).toBe('done');
  goesOn.open();
  for (const name of ['a', 'b', 'c']) await commands.branchRested('run', name);
  expect(await statesNow('run')).toEqual(['done', 'done', 'done', 'done']);
});

test('a stop reaches the queue of another process also where the branch was resumed here', async () => {
  const { commands, goesOn } = await waitingRun('C is done.');
  const { commands: beside } = besideServices(() => new Promise(() => undefined));
  await beside.resume('run', 'b', {});
  expect(await beside.stopRun('run', 'b')).toEqual({ stopped: ['b'], dropped: [] });
  expect(commands.waitingBranches('run')).toEqual(['c']);
  goesOn.open();
  for (const name of ['a', 'c']) await commands.branchRested('run', name);
  expect(await statesNow('run')).toEqual(['done', 'done', 'stopped', 'done']);
});
