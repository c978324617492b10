import { describe, expect, test } from 'vitest';
import { isEmptyDiff } from '../../shared/diff/messagesDiff.ts';
import { sceneDiffSchema } from '../../shared/diff/sceneDiff.ts';
import { blocksOf } from '../../shared/message.ts';
import { drawnId } from '../sources/testing/drawFolder.ts';
import { openedFolder } from '../sources/testing/openedFolder.ts';
import { SceneDiffs } from './sceneDiffs.ts';

/** Diffs over drawn folders, each a run of the name that it is given here. */
async function diffsOver(drawings: Record<string, string>) {
  const opened = new Map<string, Awaited<ReturnType<typeof openedFolder>>>();
  for (const [run, drawing] of Object.entries(drawings)) opened.set(run, await openedFolder(drawing));
  const of = async (run: string) => {
    const found = opened.get(run);
    if (!found) throw new Error(`no run ${run}`);
    return found;
  };
  const diffs = new SceneDiffs({
    rowsOf: async run => (await of(run)).rows,
    openSource: async run => (await of(run)).source,
  });
  const between = (left: string, right: string, rightRun = 'r') =>
    diffs.diff({ run: 'r', address: left }, { run: rightRun, address: right });
  /** The scene of a turn, on whatever line it lies. */
  const at = async (turn: number) => {
    const row = (await of('r')).rows.scenes.find(scene => scene.turn === turn);
    return { run: 'r', address: `@${row?.id}` };
  };
  return { diffs, between, at };
}

const errorOf = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

describe('diffs of scenes', () => {
  test('two turns of one line: the later one adds', async () => {
    const { between } = await diffsOver({ r: 'checkpoints own | 0-B..6-B' });
    const reply = await between('2', 'main:4-B');
    expect(reply).toMatchObject({
      runs: { left: 'r', right: 'r' },
      addresses: { left: 'main:2-B', right: 'main:4-B' },
      left: { turn: 2 },
      right: { turn: 4 },
      counts: {
        left: { messages: 5, tokens: 20, calls: 2 },
        right: { messages: 9, tokens: 40, calls: 4 },
      },
      diff: { summary: { same: 5, added: 4, removed: 0, changed: 0, moved: 0 } },
      passedOver: [],
    });
    expect(sceneDiffSchema.safeParse(reply).success).toBe(true);
  });

  test('a scene and itself', async () => {
    const { between } = await diffsOver({ r: 'checkpoints own | 0-B..3-B' });
    expect(isEmptyDiff((await between('3', '3-B')).diff)).toBe(true);
  });

  test('a fork against its parent, and against a fork of the fork', async () => {
    const { between } = await diffsOver({
      r: `
        checkpoints      | 0-B..6-B
        checkpoints-b    | 0-B..3-B 4-A..8-B@b/4
        checkpoints-b-c  | 0-B..3-B 4-A..5-B@b/4 6-A..6-B@b/4+c/6`,
    });
    const { diff } = await between('6', 'b:8');
    expect(diff.summary).toMatchObject({ same: 7 });
    expect(diff.entries[0]).toMatchObject({ kind: 'same', leftIndex: 0, rightIndex: 0, count: 7 });
    expect((await between('b:8', 'b-c:6')).diff.summary.same).toBe(11);
  });

  test('an orphan by its id', async () => {
    const { between } = await diffsOver({ r: 'checkpoints own | 0-B..3-B 5-A<gone 5-B..6-B' });
    const reply = await between('3-B', `@${drawnId(6, 'B')}`);
    expect(reply.addresses.right).toBe(`@${drawnId(6, 'B')}`);
    expect(reply.diff.summary).toMatchObject({ same: 7, added: 6 });
  });

  test('across runs, with and without a common beginning', async () => {
    const { between } = await diffsOver({
      r: 'checkpoints own | 0-B..3-B',
      other: 'checkpoints own | 0-B..2-B',
      foreign: `checkpoints/turn-001-B.json = {"messages": [{"role": "user", "content": "Hello"}]}`,
    });
    expect(await between('3', '2', 'other')).toMatchObject({
      runs: { left: 'r', right: 'other' },
      diff: { summary: { same: 5, removed: 2 } },
    });
    expect((await between('3', '1', 'foreign')).diff.summary).toMatchObject({
      same: 0,
      added: 1,
      removed: 7,
    });
  });

  test('says which scene it does not find, or cannot read', async () => {
    const { between } = await diffsOver({ r: 'checkpoints own | 0-B..3-B 4-A!cut' });
    expect(await errorOf(between('3', '9'))).toBe('no-such-scene');
    expect(await errorOf(between('three', '3'))).toBe('bad-address');
    expect(await errorOf(between('3', '4-A'))).toBe('no-such-scene');
  });
});

describe('a very large diff', () => {
  const long = (turn: number) => JSON.stringify({ role: 'user', content: `${turn} ${'x'.repeat(900_000)}` });
  const scene = (...messages: string[]) => `{"messages": [${messages.join(', ')}]}`;

  test('goes to the page without what would be too much, which is asked for by itself', async () => {
    const task = '{"role": "user", "content": "begin"}';
    const { diffs } = await diffsOver({
      r: `
        checkpoints/turn-000-B.json = ${scene(task)}
        checkpoints/turn-001-B.json = ${scene(task, ...[1, 2, 3, 4, 5].map(long))}`,
    });
    const [left, right] = [
      { run: 'r', address: '0' },
      { run: 'r', address: '1' },
    ];
    const { entries } = (await diffs.lightDiff(left, right)).diff;
    const sent = entries.map(({ kind, right: message, leftOut }) => [kind, message !== null, leftOut ?? 0]);
    const length = long(4).length + '[null,]'.length;
    expect(sent).toEqual([
      ['same', false, 0],
      ['added', true, 0],
      ['added', true, 0],
      ['added', true, 0],
      ['added', false, length],
      ['added', false, length],
    ]);
    const rest = await diffs.messages(right, 4, 2);
    expect(rest.messages.map(message => JSON.stringify(blocksOf(message)).length)).toHaveLength(2);
    const all = await diffs.messages(right, 0, 1_000);
    expect(all.messages).toHaveLength(5);
    expect((await diffs.messages(right, 9, 5)).messages).toEqual([]);
  });
});

describe('what is passed over', () => {
  test('is told where nothing else differs', async () => {
    const scene = (content: string) => `{"messages": [{"role": "user", "content": ${content}}]}`;
    const { diffs, at } = await diffsOver({
      r: `
        checkpoints/turn-000-B.json = ${scene('"round  once"')}
        checkpoints/turn-001-B.json = ${scene('[{"type": "text", "text": "round  once", "cache_control": {"type": "ephemeral"}}]')}
        checkpoints/turn-002-B.json = ${scene('[{"text": "round  once", "type": "text"}]')}
        checkpoints/turn-003-B.json = ${scene('"round once"')}`,
    });
    const passedOver = async (left: number, right: number, options = {}) => {
      const reply = await diffs.diff(await at(left), await at(right), options);
      return isEmptyDiff(reply.diff) ? reply.passedOver : 'something else';
    };
    expect(await passedOver(0, 0)).toEqual([]);
    expect(await passedOver(0, 1)).toEqual(['cache-marks']);
    expect(await passedOver(0, 2)).toEqual(['form']);
    expect(await passedOver(0, 3)).toBe('something else');
    expect(await passedOver(1, 3, { ignoreSpace: true })).toEqual(['cache-marks', 'white-space']);
  });
});
