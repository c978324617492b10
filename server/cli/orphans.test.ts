import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planSchema } from '../../shared/plan.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { modelOf, type Step, says } from '../harness/testing/scriptedParts.ts';
import { drawFolder, drawnId, drawnScene } from '../sources/testing/drawFolder.ts';
import { lineOfBranch, problemsInShort, turnsInState } from '../sources/testing/openedFolder.ts';
import { folderDigests } from '../store/testing/folderDigests.ts';
import { actedServices } from './testing/actedServices.ts';
import { forkpoint } from './testing/forkpointProcess.ts';
import { serveForkpoint } from './testing/servedForkpoint.ts';

let folder = '';
let close: () => Promise<unknown> = async () => undefined;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-orphans-')));
});
afterEach(async () => {
  await close();
  close = async () => undefined;
  await rm(folder, { recursive: true, force: true });
});

const draw = (drawing: string) => drawFolder(join(folder, 'data/run'), drawing);

/** A data folder with the drawn run. @param steps what a model replies */
async function drawn(drawing: string, steps: readonly Step[] = []) {
  await draw(drawing);
  const model = modelOf(...steps);
  const acted = actedServices(join(folder, 'data'), model);
  const { commands } = acted.services;
  close = async () => {
    await acted.services.close();
    expect(acted.errors).toEqual([]);
  };
  return { ...acted, model, commands, rows: async () => (await acted.store()).rows() };
}

const at = (turn: number, point: 'A' | 'B', story?: string) => `@${drawnId(turn, point, story)}`;
const errorOf = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: { code: string; params: object }) => ({ code: error.code, ...error.params }),
  );

/** A line of three turns, and a tail whose beginning is not here. */
const withGap = 'checkpoints own | 0-B..3-B 5-A<gone 5-B..6-B';

describe('a scene that no line leads to', () => {
  test('is forked whole, and the fork goes on from it', async () => {
    const run = await drawn(withGap, [says('Done.')]);
    expect(turnsInState(await run.rows(), 'orphaned')).toBe('main:5 main:6');
    const before = await folderDigests(join(folder, 'data/run/checkpoints'));
    const body = { to: at(5, 'B'), name: 'plan-b', say: 'Go on from here.' };
    const plan = await run.commands.planMove('run', { ...body, action: 'fork', branch: 'main' });
    expect(plan).toMatchObject({ branch: 'plan-b', leftBehind: [], messages: { problems: [] } });
    const receipt = await run.commands.fork('run', 'main', { ...body, digest: plan.digest, go: true });
    expect(receipt).toMatchObject({ action: 'fork', messages: { verified: true } });
    expect((await run.rested('plan-b')).state).toBe('done');
    const { messages } = drawnScene(5, 'B');
    expect(run.model.requests[0]?.messages).toEqual([...messages, { role: 'user', content: body.say }]);
    const rows = await run.rows();
    expect(lineOfBranch(rows, 'plan-b')).toBe('5-A 5-B 6-B');
    expect(turnsInState(rows, 'orphaned')).toBe('main:6');
    await run.commands.fork('run', 'main', { to: at(5, 'A'), name: 'plan-c' });
    const problems = problemsInShort(await run.rows());
    expect(problems).toEqual(['no-parent checkpoints/turn-005-A.json 5']);
    expect(await folderDigests(join(folder, 'data/run/checkpoints'))).toEqual(before);
  });

  test('is no place for a head whose line would have a gap: what is missing is named', async () => {
    const run = await drawn(withGap);
    const before = await folderDigests(folder);
    const parent = '@gone';
    const where = 'checkpoints/turn-005-A.json';
    for (const to of [at(5, 'A'), at(6, 'B')]) {
      const error = { code: 'orphaned-scene', address: to, where, parent };
      const rewind = { action: 'rewind', branch: 'main', to } as const;
      expect(await errorOf(run.commands.planMove('run', rewind))).toEqual(error);
      expect(await errorOf(run.commands.rewind('run', 'main', { to }))).toEqual(error);
    }
    expect(await folderDigests(folder)).toEqual(before);
  });

  test('of another program’s is forked too, and no head goes back to it', async () => {
    const run = await drawn('checkpoints | 0-B..4-B 5-A..6-B@new/5 7-A..7-B');
    const graph = buildRunGraph(await run.rows());
    const tail = [...graph.scenes.values()].find(row => row.turn === 7 && row.point === 'B');
    const to = `@${tail?.id}`;
    expect(await errorOf(run.commands.rewind('run', 'main', { to }))).toMatchObject({
      code: 'orphaned-scene',
      where: 'checkpoints/turn-007-A.json',
    });
    const receipt = await run.commands.fork('run', 'main', { to, name: 'plan-b' });
    expect(receipt.messages).toEqual({ count: drawnScene(7, 'B').messages.length, verified: true });
    expect(lineOfBranch(await run.rows(), 'plan-b')).toBe('7-A 7-B');
  });

  test('takes the head where all it follows is here, to its end, and gives it back', async () => {
    const run = await drawn(`
      checkpoints own              | 0-B..3-B
      checkpoints/superseded/0 own | 2-A@other/2<1-B 2-B@other/2
    `);
    const head = (await run.rows()).branches[0]?.head;
    expect(await errorOf(run.commands.rewind('run', 'main', { to: at(2, 'A', 'other/2') }))).toEqual({
      code: 'tail-goes-on',
      address: at(2, 'A', 'other/2'),
      next: at(2, 'B', 'other/2'),
    });
    const receipt = await run.commands.rewind('run', 'main', { to: at(2, 'B', 'other/2') });
    expect(receipt).toMatchObject({ move: 1, messages: { verified: true } });
    expect(`@${receipt.head}`).toBe(at(2, 'B', 'other/2'));
    expect(lineOfBranch(await run.rows())).toBe('0-B 1-A 1-B 2-A 2-B');
    await run.commands.rewind('run', 'main', { to: '2-A' });
    expect(`@${(await run.rows()).branches[0]?.head}`).toBe(at(2, 'A', 'other/2'));
    await run.commands.undo('run', 'main');
    const undone = await run.commands.undo('run', 'main');
    expect(undone).toMatchObject({ head, messages: { verified: true } });
    expect(lineOfBranch(await run.rows())).toBe('0-B 1-A 1-B 2-A 2-B 3-A 3-B');
  });

  test('of another branch is none for this one’s head', async () => {
    const run = await drawn(`
      checkpoints own        | 0-B..3-B
      checkpoints-plan-b own | 2-B<2-A 4-B<gone
    `);
    expect(await errorOf(run.commands.rewind('run', 'main', { to: at(4, 'B') }))).toMatchObject({
      code: 'no-such-scene',
    });
    const { branch } = await run.commands.fork('run', 'main', { to: at(4, 'B'), name: 'plan-c' });
    expect((await run.rows()).branches.find(row => row.name === branch)?.parent).toBe('plan-b');
  });
});

test('over HTTP and on the command line alike', async () => {
  await draw(withGap);
  const served = await serveForkpoint(['--data', join(folder, 'data')]);
  close = () => served.stop();
  const fork = { to: at(6, 'B'), name: 'plan-b' };
  const plan = await served.post('/api/runs/run/plan', { ...fork, action: 'fork', branch: 'main' });
  expect(planSchema.parse(plan.body).target).toEqual({ address: at(6, 'B'), scene: at(6, 'B').slice(1) });
  expect(await served.post('/api/runs/run/branches/main/fork', fork)).toMatchObject({
    status: 200,
    body: { action: 'fork', branch: 'plan-b' },
  });
  const rewind = await served.post('/api/runs/run/branches/main/rewind', { to: at(5, 'B') });
  expect(rewind).toMatchObject({ status: 409, body: { problem: { code: 'orphaned-scene' } } });

  const data = ['--data', join(folder, 'data')];
  const forked = forkpoint(folder, ['fork', 'run', '--from', at(5, 'B'), '--name', 'plan-c', ...data]);
  expect(await forked.ended).toBe(0);
  const refused = forkpoint(folder, ['rewind', 'run', '--to', at(5, 'B'), ...data]);
  expect(await refused.ended).toBe(1);
  expect(refused.said.stderr).toContain('@gone');
});

test('a history that breaks is forked before the break and after it, without any model', async () => {
  const run = await drawn('checkpoints | 0-B..3-B');
  const { messages, ...rest } = drawnScene(3, 'B');
  const result = { type: 'tool_result', tool_use_id: 'toolu_gone', content: 'of a call that is not here' };
  const broken = [...messages, { role: 'user', content: [result] }, { role: 'assistant', content: 'Hm.' }];
  const file = join(folder, 'data/run/checkpoints/turn-004-B.json');
  await writeFile(file, JSON.stringify({ ...rest, turns: 4, messages: broken }));
  for (const [to, name, count] of [
    ['3-B', 'before', messages.length],
    ['4-B', 'after', broken.length],
  ] as const) {
    const plan = await run.commands.planMove('run', { action: 'fork', branch: 'main', to, name });
    expect(plan.messages.isRepaired).toBe(name === 'after');
    const receipt = await run.commands.fork('run', 'main', { to, name });
    expect(receipt.messages).toEqual({ count, verified: true });
  }
  expect(JSON.parse(await readFile(file, 'utf8')).messages).toEqual(broken);
  expect(run.model.requests).toEqual([]);
});
