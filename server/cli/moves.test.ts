import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { ReplyOf } from '../../shared/api.ts';
import type { Message } from '../../shared/message.ts';
import type { RewindBody } from '../../shared/plan.ts';
import { call, latch, modelOf, replyWith, type Step, says } from '../harness/testing/scriptedParts.ts';
import { folderDigests } from '../store/testing/folderDigests.ts';
import { type ActedFolder, actedFolder } from './testing/actedRun.ts';

let acted: ActedFolder | null = null;
afterEach(async () => {
  const { errors } = acted ?? { errors: [] };
  await acted?.close();
  acted = null;
  expect(errors).toEqual([]);
});

const write = (id: string, path: string, content: string) => call(id, 'write_file', { path, content });
const mail = (id: string, subject = 'Done') =>
  call(id, 'send_email', { to: 'team@example.org', subject, body: 'It works.' });

/** Three turns: a file, the same file again beside a shell command, a mail; then words. */
const work: Step[] = [
  replyWith([write('w1', 'a.txt', 'one')]),
  replyWith([write('w2', 'a.txt', 'two'), call('c2', 'run_command', { command: 'echo made > made.txt' })]),
  replyWith([mail('m3')]),
  says('Done.'),
];

/** A folder whose run has played these steps to its end. */
async function played(steps: readonly Step[], effects: 'live' | 'ask' = 'live') {
  const model = modelOf(...steps);
  const folder = await actedFolder(model);
  acted = folder;
  await folder.play(effects);
  const { commands } = folder.services;
  return {
    ...folder,
    model,
    commands,
    plan: (body: RewindBody) => commands.planMove('run', { ...body, action: 'rewind', branch: 'main' }),
    rewind: (body: RewindBody) => commands.rewind('run', 'main', body),
    messagesAt: async (turn: number, point: 'A' | 'B' = 'B', branch = 'main') =>
      (await (await folder.store()).branch(branch).loadCheckpoint(turn, { point })).checkpoint?.messages ??
      [],
    lastRequest: () => model.requests.at(-1)?.messages ?? [],
    read: (name: string, branch?: string) => readFile(folder.file(name, branch), 'utf8'),
  };
}

const said = (content: string): Message => ({ role: 'user', content });
const codeOf = async (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

describe('a rewind', () => {
  test('sends the stored scene and the words, and nothing of what it left', async () => {
    const run = await played([...work, says('Other.')]);
    const receipt = await run.rewind({ to: '1-B', say: 'Another way.', go: true });
    expect(receipt).toMatchObject({ action: 'rewind', move: 1, started: true, run: 'run' });
    expect(await run.rested()).toBe('done');
    const scene = await run.messagesAt(1);
    expect(run.lastRequest()).toEqual([...scene, said('Another way.')]);
  });

  test('says before it writes what will be sent, put back and left, and what stays in the world', async () => {
    const run = await played(work);
    const before = await folderDigests(run.folder);
    const plan = await run.plan({ to: '1-B', say: 'Another way.' });
    expect(plan).toMatchObject({
      target: { address: 'main:1-B' },
      leftBehind: [2, 3, 4],
      messages: { problems: [], isRepaired: false },
      files: { restore: 'both', refused: null },
      pending: [],
    });
    expect(plan.messages.tail.at(-1)).toEqual(said('Another way.'));
    expect(plan.messages.count).toBe((await run.messagesAt(1)).length + 1);
    expect(plan.effects.map(effect => effect.callId)).toEqual(['c2', 'm3']);
    expect((await run.plan({ to: '2-B' })).effects.map(effect => effect.callId)).toEqual(['m3']);
    const actions = plan.files.entries.map(entry => [entry.path, entry.action]);
    expect(Object.fromEntries(actions)).toEqual({ 'a.txt': 'write', 'made.txt': 'delete' });
    expect(plan.cost.tokensSpent).toBe(4 * 12);
    expect(await folderDigests(run.folder)).toEqual(before);
  });

  test('puts files back that tools and the shell changed, and keeps the ledger', async () => {
    const run = await played(work);
    const receipt = await run.rewind({ to: '1-B' });
    expect(receipt).toMatchObject({
      messages: { verified: true },
      ledger: { rows: 4, verified: true },
      files: { verified: true },
    });
    expect(await run.read('a.txt')).toBe('one');
    expect(await codeOf(run.read('made.txt'))).toBe('ENOENT');
  });

  test('leaves what somebody else changed, and says so', async () => {
    const run = await played(work);
    await writeFile(run.file('a.txt'), 'mine');
    const plan = await run.plan({ to: '1-B' });
    expect(plan.files.entries.find(entry => entry.path === 'a.txt')).toMatchObject({ action: 'conflict' });
    const receipt = await run.rewind({ to: '1-B', digest: plan.digest });
    expect(receipt.files?.entries).toContainEqual(
      expect.objectContaining({ path: 'a.txt', result: 'left-conflict' }),
    );
    expect(await run.read('a.txt')).toBe('mine');
  });

  test('of the conversation alone leaves the files, and counts their changes as staying', async () => {
    const run = await played(work);
    const plan = await run.plan({ to: '1-B', restore: 'conversation' });
    expect(plan.effects.map(effect => effect.callId)).toEqual(['w2', 'c2', 'm3']);
    await run.rewind({ to: '1-B', restore: 'conversation' });
    expect(await run.read('a.txt')).toBe('two');
  });

  test('of the files alone leaves the conversation where it is', async () => {
    const run = await played(work);
    const plan = await run.plan({ to: '1-B', restore: 'files' });
    expect(plan).toMatchObject({ leftBehind: [], effects: [] });
    const { head } = await run.rewind({ to: '1-B', restore: 'files' });
    expect(await run.read('a.txt')).toBe('one');
    expect(head).toBe((await (await run.store()).rows()).branches[0]?.head);
    expect((await run.messagesAt(4)).at(-1)?.role).toBe('assistant');
    await run.commands.undo('run', 'main');
    expect(await run.read('a.txt')).toBe('two');
  });

  test('is undone to the byte, and what it left is there', async () => {
    const run = await played([...work, replyWith([write('w5', 'b.txt', 'new')]), says('Other.')]);
    const head = (await (await run.store()).rows()).branches[0]?.head;
    await run.rewind({ to: '1-B', say: 'Another way.', go: true });
    await run.rested();
    expect(await run.read('b.txt')).toBe('new');
    const receipt = await run.commands.undo('run', 'main');
    expect(receipt).toMatchObject({ action: 'undo', move: 2, head, messages: { verified: true } });
    expect(await run.read('a.txt')).toBe('two');
    expect(await run.read('made.txt')).toBe('made\n');
    expect(await codeOf(run.read('b.txt'))).toBe('ENOENT');
    expect(await codeOf(run.commands.undo('run', 'main'))).toBe('nothing-to-undo');
  });

  test('of a plan that is not so any more is refused, and nothing is written', async () => {
    const run = await played(work);
    const { digest } = await run.plan({ to: '1-B' });
    await appendFile(run.file('a.txt'), ', and more');
    const before = await folderDigests(run.folder);
    expect(await codeOf(run.rewind({ to: '1-B', digest }))).toBe('plan-changed');
    expect(await folderDigests(run.folder)).toEqual(before);
    expect(await codeOf(run.rewind({ to: '2-B', digest }))).toBe('plan-changed');

    await writeFile(run.file('a.txt'), new Uint8Array([0, 1]));
    const bytes = await run.plan({ to: '1-B' });
    await writeFile(run.file('a.txt'), new Uint8Array([0, 2]));
    expect(await codeOf(run.rewind({ to: '1-B', digest: bytes.digest }))).toBe('plan-changed');
  });

  test('of a branch that runs is refused', async () => {
    const asked = latch();
    const stopped: Step = (_request, _watcher, signal) =>
      new Promise((_, reject) => {
        asked.open();
        signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      });
    const run = await played([...work, stopped]);
    await run.rewind({ to: '1-B', say: 'Go on.', go: true });
    await asked.opened;
    expect(await codeOf(run.rewind({ to: '1-B' }))).toBe('run-busy');
    expect(await codeOf(run.commands.undo('run', 'main'))).toBe('run-busy');
    await run.commands.stopRun('run', 'main');
  });

  test('takes in a result that the person changed, on a scene that says so', async () => {
    const run = await played([...work, says('Other.')]);
    await run.rewind({ to: '2-B', editedResults: { c2: 'it failed' }, go: true });
    await run.rested();
    expect(JSON.stringify(run.lastRequest())).toContain('it failed');
    const scene = await (await run.store()).branch('main').loadCheckpoint(2, { point: 'B' });
    expect(scene.checkpoint?.edits).toMatchObject([{ kind: 'result', callId: 'c2', after: 'it failed' }]);
    expect(await codeOf(run.rewind({ to: '2-B', editedResults: { none: 'x' } }))).toBe('bad-request');
  });

  test('puts files back that a turn changed before it came to rest at the gate', async () => {
    const run = await played(
      [replyWith([write('w1', 'a.txt', 'one')]), replyWith([write('w2', 'a.txt', 'two'), mail('m2')])],
      'ask',
    );
    expect(await run.rested()).toBe('waiting');
    expect(await run.read('a.txt')).toBe('two');
    const plan = await run.plan({ to: '1-B' });
    expect(plan.files.entries).toMatchObject([{ path: 'a.txt', action: 'write' }]);
    await run.rewind({ to: '1-B' });
    expect(await run.read('a.txt')).toBe('one');
    await run.commands.undo('run', 'main');
    expect(await run.read('a.txt')).toBe('two');
  });

  test('leaves what somebody else changed while the branch waited, resumed in between or not', async () => {
    const run = await played(
      [replyWith([write('w1', 'a.txt', 'one')]), replyWith([write('w2', 'a.txt', 'two'), mail('m2')])],
      'ask',
    );
    await writeFile(run.file('a.txt'), 'mine');
    const actions = async () => (await run.plan({ to: '1-B' })).files.entries.map(entry => entry.action);
    expect(await actions()).toEqual(['conflict']);
    await run.commands.resume('run', 'main', {});
    expect(await run.rested()).toBe('waiting');
    expect(await actions()).toEqual(['conflict']);
  });

  test('puts files back that a turn changed before it was stopped', async () => {
    const shell = call('c2', 'run_command', { command: 'touch on; sleep 30' });
    const run = await played([
      replyWith([write('w1', 'a.txt', 'one')]),
      says('Done.'),
      replyWith([write('w2', 'a.txt', 'two'), shell]),
    ]);
    await run.rewind({ to: '1-B', say: 'Go on.', go: true });
    await expect.poll(() => codeOf(run.read('on'))).toBe('done');
    await run.commands.stopRun('run', 'main');
    expect(await run.rested()).toBe('stopped');
    await run.rewind({ to: '1-B' });
    expect(await run.read('a.txt')).toBe('one');
    expect(await codeOf(run.read('on'))).toBe('ENOENT');
  });

  test('goes to superseded turns too', async () => {
    const run = await played(work);
    await run.rewind({ to: '1-B' });
    await run.rewind({ to: 'main:3-B~1' });
    expect(await run.read('made.txt')).toBe('made\n');
    const { leftBehind } = await run.plan({ to: '0-B' });
    expect(leftBehind).toEqual([1, 2, 3]);
  });
});

describe('calls that a scene A leaves open', () => {
  test('are answered by hand', async () => {
    const run = await played([...work, says('Other.')]);
    const pending = { m3: { kind: 'supply', result: 'sent by hand', isError: false } } as const;
    const plan = await run.plan({ to: '3-A', pending });
    expect(plan.pending.map(entry => entry.id)).toEqual(['m3']);
    expect(plan.messages.problems).toEqual([]);
    await run.rewind({ to: '3-A', pending, go: true });
    await run.rested();
    expect(run.lastRequest().at(-1)?.content).toMatchObject([{ tool_use_id: 'm3', content: 'sent by hand' }]);
    expect(await (await run.store()).branch('main').loadEffects()).toHaveLength(4);
  });

  test('are skipped with a reason', async () => {
    const run = await played([...work, says('Other.')]);
    await run.rewind({ to: '3-A', pending: { m3: { kind: 'skip', why: 'not yet' } }, go: true });
    await run.rested();
    expect(JSON.stringify(run.lastRequest().at(-1))).toContain('not yet');
  });

  test('are thrown away with the reply that named them', async () => {
    const run = await played([...work, says('Other.')]);
    const plan = await run.plan({ to: '3-A', pending: 'drop' });
    expect(plan).toMatchObject({ target: { address: 'main:2-B' }, pending: [] });
    await run.rewind({ to: '3-A', pending: 'drop', go: true });
    await run.rested();
    expect(run.lastRequest()).toEqual(await run.messagesAt(2));
  });

  test('can only be decided about where they are open', async () => {
    const run = await played(work);
    const pending = { w1: { kind: 'run' } } as const;
    expect(await codeOf(run.rewind({ to: '3-A', pending }))).toBe('bad-request');
  });
});

describe('a fork', () => {
  const fork = (run: Awaited<ReturnType<typeof played>>, body: Partial<RewindBody> = {}, name = 'plan-b') =>
    run.commands.fork('run', 'main', { to: '1-B', name, ...body });

  test('asks with its scene alone: nothing from after the fork point', async () => {
    const run = await played([...work, says('Other.')]);
    const receipt = await fork(run, { say: 'Another way.', go: true });
    expect(receipt).toMatchObject({ action: 'fork', branch: 'plan-b', move: null, started: true });
    await run.rested('plan-b');
    expect(run.lastRequest()).toEqual([...(await run.messagesAt(1)), said('Another way.')]);
  });

  test('has files of its own, as they were, and an empty ledger', async () => {
    const run = await played([...work, replyWith([write('w9', 'a.txt', 'other')]), says('Other.')]);
    const before = await folderDigests(run.file(''));
    const plan = await run.commands.planMove('run', { action: 'fork', branch: 'main', to: '1-B', name: 'x' });
    expect(plan.files.copiedBytes).toBeGreaterThan(0);
    const receipt = await fork(run, { say: 'Another way.', go: true });
    expect(receipt).toMatchObject({ ledger: { rows: 0, verified: true }, messages: { verified: true } });
    await run.rested('plan-b');
    expect(await run.read('a.txt', 'plan-b')).toBe('other');
    expect(await codeOf(run.read('made.txt', 'plan-b'))).toBe('ENOENT');
    expect(await folderDigests(run.file(''))).toEqual(before);
    const branch = (await run.store()).branch('plan-b');
    expect(await branch.record()).toMatchObject({ effects: 'ask', parent: 'main' });
  });

  test('is made once where it is asked for twice at once', async () => {
    const run = await played(work);
    const codes = await Promise.all([codeOf(fork(run)), codeOf(fork(run)), codeOf(fork(run, {}, 'PLAN-B'))]);
    expect(codes.sort()).toEqual(['done', 'name-taken', 'name-taken']);
  });

  test('goes back behind its own fork point', async () => {
    const run = await played([...work, says('Other.')]);
    await fork(run, { to: '3-B', say: 'Another way.', go: true });
    await run.rested('plan-b');
    const receipt = await run.commands.rewind('run', 'plan-b', { to: 'plan-b:1-B' });
    expect(receipt.messages).toEqual({ count: (await run.messagesAt(1)).length, verified: true });
    expect(await run.read('a.txt', 'plan-b')).toBe('one');
    expect(await run.read('a.txt')).toBe('two');
  });

  test('at an A does not do again what its parent did, and says so to the model', async () => {
    const run = await played([...work, says('Other.')]);
    await fork(run, { to: '3-A', go: true });
    await run.rested('plan-b');
    expect(JSON.stringify(run.lastRequest().at(-1))).toMatch(/m3.*not run here/);
    expect(await readdir(join(run.folder, 'data/run/outbox'))).toHaveLength(1);
    expect(await (await run.store()).branch('plan-b').loadEffects()).toEqual([]);
  });

  test('of files that were not captured says so and takes none', async () => {
    const run = await played(work);
    const messages = [...(await run.messagesAt(4)), said('Written by another program.')];
    const foreign = { version: 1, task: '', turns: 5, tokensUsed: 0, messages, pendingToolUse: null };
    const file = join(run.folder, 'data/run/checkpoints/turn-005-B.json');
    await writeFile(file, JSON.stringify(foreign));
    const plan = await run.commands.planMove('run', { action: 'fork', branch: 'main', to: '5-B', name: 'x' });
    expect(plan.files).toEqual({
      restore: 'conversation',
      refused: 'not-captured',
      entries: [],
      copiedBytes: null,
    });
    expect(await codeOf(fork(run, { to: '5-B', restore: 'both' }))).toBe('cannot-restore');
    expect(await codeOf(fork(run, { restore: 'files' }))).toBe('bad-request');
    expect((await fork(run, { to: '5-B' })).files).toBeNull();
  });
});

describe('the files of a scene', () => {
  test('are what its turn changed', async () => {
    const run = await played(work);
    const filesAt = async (address: string): Promise<ReplyOf<'getFiles'>> =>
      run.commands.sceneFiles('run', address, await (await run.store()).rows());
    const { capture, changes } = await filesAt('2-B');
    expect(capture).toMatchObject({ state: 'ok' });
    expect(changes.map(change => [change.path, change.change])).toEqual([
      ['a.txt', 'changed'],
      ['made.txt', 'created'],
    ]);
    expect((await filesAt('2-A')).changes).toEqual([]);
  });
});
