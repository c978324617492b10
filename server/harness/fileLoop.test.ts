import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allMarksOf, buildRunGraph } from '../../shared/runGraph.ts';
import { createRun } from '../store/fileStore.ts';
import { testRunRecord } from '../store/testing/playTurns.ts';
import { allTools } from '../tools/allTools.ts';
import { openRunFiles } from '../workspace/diskRunFiles.ts';
import { runBranch } from './runBranch.ts';
import { call, modelOf, replyWith, type Step, says } from './testing/scriptedParts.ts';

let data = '';
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'forkpoint-loop-'));
});
afterEach(() => rm(data, { recursive: true }));

/** The loop with real tools on a run of files. @param inTheWay files that the run's folder holds before */
async function play(
  steps: Step[],
  signal = new AbortController().signal,
  inTheWay: Record<string, string> = {},
) {
  const record = testRunRecord();
  const store = await createRun(data, record, { effects: 'live', cacheFolder: null });
  const runFolder = join(data, record.id);
  const workspace = join(runFolder, 'workspaces', 'main');
  await mkdir(workspace, { recursive: true });
  for (const [name, text] of Object.entries(inTheWay)) await writeFile(join(runFolder, name), text);
  const files = openRunFiles({ dataFolder: data, runFolder, ownFolder: null });
  const outcome = await runBranch({
    branch: store.branch('main'),
    task: record.task,
    model: modelOf(...steps),
    tools: allTools({}),
    settings: { model: 'm', system: '', maxTokens: 100 },
    limits: record.limits,
    context: { workspace, runFolder },
    captureFiles: () => files.capture('main'),
    signal,
  });
  const checkpoints = join(runFolder, 'checkpoints');
  const read = (name: string) => readFile(join(checkpoints, name), 'utf8');
  return { store, outcome, runFolder, checkpoints, read };
}

test('a run leaves its scenes, its ledger and its journal in the folder, and its lock goes', async () => {
  const mail = { to: 'team@example.org', subject: 'report', body: 'all green' };
  const { outcome, runFolder, checkpoints, read } = await play([
    replyWith([call('t1', 'write_file', { path: 'a.txt', content: 'one' }), call('t2', 'send_email', mail)]),
    replyWith([call('t3', 'read_file', { path: 'a.txt' })]),
    says('Done.'),
  ]);
  expect(outcome.state).toBe('done');
  const names = (await readdir(checkpoints)).filter(name => !name.startsWith('.')).sort();
  expect(names).toEqual([
    'branch.json',
    'calls.jsonl',
    'effects.json',
    'turn-000-B.json',
    'turn-001-A.json',
    'turn-001-B.json',
    'turn-002-A.json',
    'turn-002-B.json',
    'turn-003-B.json',
  ]);
  const a = JSON.parse(await read('turn-001-A.json'));
  expect(a).toMatchObject({ turns: 1, pendingToolUse: { id: 't1', name: 'write_file' } });
  const rows: { tool_use_id: string; scene: string }[] = JSON.parse(await read('effects.json'));
  expect(rows.map(row => [row.tool_use_id, row.scene])).toEqual([
    ['t1', a.id],
    ['t2', a.id],
  ]);
  const journal = (await read('calls.jsonl'))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(journal.map(line => `${line.event} ${line.callId}`)).toEqual([
    'open t1',
    'ended t1',
    'open t2',
    'ended t2',
  ]);
  expect(await readdir(join(runFolder, 'outbox'))).toHaveLength(1);
  expect(JSON.parse(await read('branch.json')).outcome).toMatchObject({
    state: 'done',
    scene: outcome.scene,
  });
});

test('where captures cannot be written every turn says so, from the first one on, and the run goes on', async () => {
  const writes = ['one', 'two', 'three'].map((content, index) =>
    replyWith([call(`t${index}`, 'write_file', { path: 'a.txt', content })]),
  );
  const steps = [...writes, says('Done.')];
  const { outcome, store } = await play(steps, undefined, { captures: 'a file, no folder' });
  expect(outcome.state).toBe('done');
  const graph = buildRunGraph(await store.rows());
  const marked = graph.order.map(id => graph.turns.get(id)).map(node => node && allMarksOf(node));
  expect(marked).toHaveLength(5);
  for (const marks of marked) expect(marks).toContain('not-captured');
  const rows = (await store.rows()).scenes;
  expect(rows.every(row => row.capture?.problem?.code === 'unreadable-file')).toBe(true);
});

test('a stop ends a command with all it started, soon, at a scene that can be resumed', async () => {
  const stop = new AbortController();
  const pidFile = join(data, 'reports', 'workspaces', 'main', 'pid');
  let stoppedAtMs = 0;
  const command = 'sleep 60 & echo $! > pid; wait';
  const stopWhenItRuns = async () => {
    while ((await readFile(pidFile, 'utf8').catch(() => '')).trim() === '') {
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    stoppedAtMs = performance.now();
    stop.abort();
  };
  const [{ store, outcome, read }] = await Promise.all([
    play([replyWith([call('t1', 'run_command', { command })])], stop.signal),
    stopWhenItRuns(),
  ]);
  // Far above what a busy machine needs, and far below the minute that the command would last by itself.
  expect(performance.now() - stoppedAtMs).toBeLessThan(15_000);
  expect(outcome.state).toBe('stopped');
  const pid = Number(await readFile(pidFile, 'utf8'));
  // In a container nobody may collect the dead: they stay listed, in state Z.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'gone');
  expect(stat).toMatch(/^gone$|\) Z /);
  expect((await store.branch('main').loadLatest())?.row).toMatchObject({ turn: 1, point: 'A' });
  expect((await read('calls.jsonl')).trim().split('\n')).toHaveLength(1);
  expect(await read('effects.json')).toBe('[]');
});
