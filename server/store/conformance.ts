import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../shared/address.ts';
import { MAIN } from '../../shared/branch.ts';
import type { JournalOpen } from '../../shared/effect.ts';
import { lineOf } from '../../shared/lineOf.ts';
import { buildRunGraph, sceneAt } from '../../shared/runGraph.ts';
import { describeMoveChanges } from './conformanceOfChanges.ts';
import type { BranchStore, RunStore } from './runStore.ts';
import { headWords, playTurns } from './testing/playTurns.ts';

/** A fresh run for each test, and a second store on the same run, as another process would open it. */
export interface StoreUnderTest {
  store: RunStore;
  another(): RunStore;
}

/** The promises of a run store, method by method. Every store passes all of it. */
export function describeRunStore(name: string, makeStore: () => Promise<StoreUnderTest>): void {
  const start = async (lastTurn: number) => {
    const { store, another } = await makeStore();
    const main = store.branch(MAIN);
    const ids = lastTurn < 0 ? [] : await playTurns(main, lastTurn);
    return { store, another, main, ids };
  };

  describe(`${name}: saveCheckpoint and loadLatest`, () => {
    test('an empty branch has no latest scene', async () => {
      const { main } = await start(-1);
      expect(await main.loadLatest()).toBeNull();
    });

    test('what was saved is given back, with its parent and what the store adds', async () => {
      const { main, ids } = await start(1);
      const latest = await main.loadLatest();
      expect(latest?.checkpoint).toMatchObject({
        version: 1,
        turns: 1,
        tokensUsed: 10,
        parent: ids[1],
        point: 'B',
      });
      expect(latest?.checkpoint?.messages).toHaveLength(3);
      expect(latest?.row).toMatchObject({
        id: ids[2],
        branch: MAIN,
        turn: 1,
        point: 'B',
        parent: ids[1],
        problem: null,
      });
      expect(Date.parse(latest?.checkpoint?.savedAt ?? '')).toBeGreaterThan(0);
    });

    test('the scene that a save gives is the one that is read back', async () => {
      const { main, ids } = await start(1);
      const draft = {
        ...turnTwo,
        model: 'm1',
        stopReason: 'end_turn',
        usage: { input_tokens: 3 },
        input: 'go on',
      };
      const saved = await main.saveCheckpoint(draft, ids[2] ?? null);
      expect(saved).toEqual(await main.loadLatest());
      expect(saved.checkpoint).toMatchObject({ model: 'm1', stopReason: 'end_turn', input: 'go on' });
    });

    test('at A the first unanswered call is kept as pendingToolUse, at B none', async () => {
      const { main } = await start(1);
      const input = { to: 'team@example.org', subject: 'report 1 (first)' };
      expect((await main.loadCheckpoint(1, { point: 'A' })).checkpoint?.pendingToolUse).toEqual({
        id: 'call-first-1',
        name: 'send_email',
        input,
      });
      expect((await main.loadCheckpoint(1)).checkpoint?.pendingToolUse).toBeNull();
    });

    test('a changed draft or reply does not change what is stored', async () => {
      const { main, ids } = await start(1);
      const messages = [...turnTwo.messages];
      await main.saveCheckpoint({ ...turnTwo, messages }, ids[2] ?? null);
      messages.push({ role: 'user', content: 'later' });
      (await main.loadLatest())?.checkpoint?.messages.pop();
      expect((await main.loadLatest())?.checkpoint?.messages).toEqual(turnTwo.messages);
    });

    test('turns go on past 999 in numeric order', async () => {
      const { main, ids } = await start(0);
      let head = ids[0] ?? null;
      for (const turn of [998, 999, 1000, 1001]) {
        head = (await main.saveCheckpoint({ ...turnTwo, turn }, head)).row.id;
      }
      expect((await main.loadLatest())?.row.turn).toBe(1001);
      await main.rewindTo(999);
      expect((await main.loadLatest())?.row.turn).toBe(999);
    });

    test('a save that expects another head is refused and says what it found', async () => {
      const { main, ids } = await start(2);
      await expect(main.saveCheckpoint({ ...turnTwo, turn: 3 }, ids[2] ?? null)).rejects.toMatchObject({
        code: 'branch-moved',
        params: {
          branch: MAIN,
          expected: expect.stringContaining('1-B'),
          found: expect.stringContaining('2-B'),
        },
      });
      await expect(main.saveCheckpoint({ ...turnTwo, turn: 3 }, null)).rejects.toMatchObject({
        code: 'branch-moved',
      });
      expect(await headWords(main)).toBe('2-B first');
    });

    test('a save never replaces a scene', async () => {
      const { main, ids } = await start(2);
      await expect(main.saveCheckpoint(turnTwo, ids.at(-1) ?? null)).rejects.toMatchObject({
        code: 'already-saved',
      });
      expect((await main.loadCheckpoint(2)).checkpoint?.messages).toHaveLength(5);
    });
  });

  describe(`${name}: pickLatestPoint and loadCheckpoint`, () => {
    test('the last save point of a turn is B once it is written, else A', async () => {
      const { main, ids } = await start(1);
      await main.saveCheckpoint({ ...turnTwo, point: 'A' }, ids[2] ?? null);
      expect(await main.pickLatestPoint(1)).toBe('B');
      expect(await main.pickLatestPoint(2)).toBe('A');
      expect(await main.pickLatestPoint(3)).toBeNull();
    });

    test('a turn is looked for on the line of the head, or on one that a move left', async () => {
      const { main, ids } = await start(3);
      await main.rewindTo(1);
      await playTurns(main, 2, 'second');
      expect((await main.loadCheckpoint(2, { point: 'B', move: 1 })).row.id).toBe(ids[4]);
      expect((await main.loadCheckpoint(2)).row.id).not.toBe(ids[4]);
      expect((await main.loadCheckpoint(3, { move: 1 })).row.id).toBe(ids[6]);
    });

    test('a scene is found by its id too, whatever line it lies on, to fork from and to go back to', async () => {
      const { store, main, ids } = await start(3);
      const left = ids[4] ?? '';
      await main.rewindTo(1);
      await playTurns(main, 2, 'second');
      const fork = await main.forkFrom(2, 'plan-b', { scene: left });
      expect((await fork.loadLatest())?.row.id).toBe(left);
      await main.rewindTo(2, { scene: left });
      expect((await main.loadLatest())?.row.id).toBe(left);
      await expect(main.rewindTo(2, { scene: 'nobody' })).rejects.toMatchObject({
        code: 'no-such-scene',
        params: { address: '@nobody' },
      });
      await expect(store.branch(MAIN).forkFrom(2, 'plan-c', { scene: 'nobody' })).rejects.toMatchObject({
        code: 'no-such-scene',
      });
    });

    test('what is not there is said with its address', async () => {
      const { main } = await start(1);
      await expect(main.loadCheckpoint(7, { point: 'A' })).rejects.toMatchObject({
        code: 'no-such-scene',
        params: { address: 'main:7-A' },
      });
      await expect(main.loadCheckpoint(1, { move: 4 })).rejects.toMatchObject({
        params: { address: 'main:1~4' },
      });
    });
  });

  describe(`${name}: rewindTo`, () => {
    test('save five turns with five effects, rewind to 3: turns is 3, the ledger has five rows', async () => {
      const { main } = await start(5);
      const move = await main.rewindTo(3);
      expect(move).toMatchObject({ number: 1, kind: 'rewind' });
      const latest = await main.loadLatest();
      expect(latest?.checkpoint?.turns).toBe(3);
      expect((await main.loadEffects()).map(effect => effect.turn)).toEqual([1, 2, 3, 4, 5]);
    });

    test('it can stop at A', async () => {
      const { main, ids } = await start(3);
      await main.rewindTo(2, { point: 'A', why: 'look again' });
      expect((await main.loadLatest())?.row.id).toBe(ids[3]);
      expect((await main.record()).moves[0]).toMatchObject({
        left: ids[6],
        taken: ids[3],
        why: 'look again',
      });
    });

    test('nothing is lost: the turns after it are superseded, and found by the number of the move', async () => {
      const { store, main, ids } = await start(5);
      await main.rewindTo(3);
      const graph = buildRunGraph(await store.rows());
      expect(ids.every(id => graph.scenes.get(id)?.problem === null)).toBe(true);
      expect(sceneAt(graph, parseAddress('main:5-B~1'))?.id).toBe(ids[10]);
      expect(graph.turns.get(ids[9] ?? '')).toMatchObject({ state: 'superseded', move: 1 });
      expect(sceneAt(graph, parseAddress('main:5'))).toBeNull();
    });

    test('the branch goes on from there with the same turn numbers', async () => {
      const { store, main, ids } = await start(5);
      await main.rewindTo(3);
      const again = await playTurns(main, 5, 'second');
      const graph = buildRunGraph(await store.rows());
      expect(await headWords(main)).toBe('5-B second');
      expect(lineOf(graph.scenes, again.at(-1) ?? '')).toEqual([...ids.slice(0, 7), ...again]);
      expect(await main.loadEffects()).toHaveLength(7);
    });

    test('twice, and back onto a line that was left', async () => {
      const { main, ids } = await start(5);
      await main.rewindTo(3);
      await playTurns(main, 4, 'second');
      expect((await main.rewindTo(1)).number).toBe(2);
      expect((await main.rewindTo(5, { move: 1 })).number).toBe(3);
      expect((await main.loadLatest())?.row.id).toBe(ids[10]);
      await playTurns(main, 6, 'third');
      expect(await headWords(main)).toBe('6-B third');
    });

    test('words that wait for the old head are void', async () => {
      const { main, ids } = await start(3);
      await main.update({ pendingInput: { scene: ids[6] ?? '', text: 'and then?' } });
      await main.rewindTo(2);
      expect((await main.record()).pendingInput).toBeNull();
    });

    test('a branch that moved since the caller looked is refused, and nothing is written', async () => {
      const { main, ids } = await start(4);
      await expect(main.rewindTo(2, { expectedHead: ids[5] ?? '' })).rejects.toMatchObject({
        code: 'branch-moved',
      });
      expect((await main.record()).moves).toEqual([]);
    });

    test('a turn that the line does not have is refused', async () => {
      const { main } = await start(2);
      await expect(main.rewindTo(9)).rejects.toMatchObject({ code: 'no-such-scene' });
      await expect(main.rewindTo(2, { move: 1 })).rejects.toMatchObject({ code: 'no-such-scene' });
    });
  });

  describe(`${name}: undo`, () => {
    test('the head is where it was, and the ledger as it is', async () => {
      const { main, ids } = await start(5);
      await main.rewindTo(3);
      expect(await main.undo()).toMatchObject({
        number: 2,
        kind: 'undo',
        undoes: 1,
        left: ids[6],
        taken: ids[10],
      });
      expect(await headWords(main)).toBe('5-B first');
      expect(await main.loadEffects()).toHaveLength(5);
    });

    test('turns made since the rewind become superseded in their turn', async () => {
      const { store, main } = await start(5);
      await main.rewindTo(3);
      const second = await playTurns(main, 6, 'second');
      await main.undo();
      expect(await headWords(main)).toBe('5-B first');
      const graph = buildRunGraph(await store.rows());
      expect(sceneAt(graph, parseAddress('main:6-B~2'))?.id).toBe(second.at(-1));
      await playTurns(main, 6, 'third');
      expect(await headWords(main)).toBe('6-B third');
    });

    test('of two rewinds the latest comes first, then the other; numbers are never used again', async () => {
      const { main } = await start(5);
      await main.rewindTo(3);
      await playTurns(main, 4, 'second');
      await main.rewindTo(2);
      await main.undo();
      expect(await headWords(main)).toBe('4-B second');
      await main.undo();
      expect(await headWords(main)).toBe('5-B first');
      await main.rewindTo(1);
      expect((await main.record()).moves.map(move => [move.number, move.undoes])).toEqual([
        [1, undefined],
        [2, undefined],
        [3, 2],
        [4, 1],
        [5, undefined],
      ]);
    });

    test('with nothing left to undo it is refused', async () => {
      const { main } = await start(3);
      await expect(main.undo()).rejects.toMatchObject({ code: 'nothing-to-undo' });
      await main.rewindTo(1);
      await main.undo();
      await expect(main.undo()).rejects.toMatchObject({ code: 'nothing-to-undo' });
    });
  });

  describe(`${name}: forkFrom`, () => {
    test('a fork starts at the scene with an empty ledger and asks before effects', async () => {
      const { store, main, ids } = await start(5);
      const fork = await main.forkFrom(3, 'plan-b');
      expect((await fork.loadLatest())?.row.id).toBe(ids[6]);
      expect(await fork.loadEffects()).toEqual([]);
      expect(await fork.record()).toMatchObject({
        name: 'plan-b',
        parent: MAIN,
        origin: ids[6],
        effects: 'ask',
        moves: [],
      });
      expect((await store.branchNames()).sort()).toEqual([MAIN, 'plan-b']);
    });

    test('it takes what it is told: point, effects mode, settings', async () => {
      const { main, ids } = await start(5);
      const fork = await main.forkFrom(3, 'dry', {
        point: 'A',
        effects: 'dry-run',
        settings: { model: 'm2' },
      });
      expect((await fork.loadLatest())?.row.id).toBe(ids[5]);
      expect(await fork.record()).toMatchObject({ effects: 'dry-run', settings: { model: 'm2' } });
    });

    test('both go on without touching each other', async () => {
      const { store, main, ids } = await start(5);
      const before = await stateOf(main);
      const fork = await main.forkFrom(3, 'plan-b');
      const forked = await playTurns(fork, 6, 'forked');
      await fork.rewindTo(4);
      expect(await stateOf(main)).toEqual(before);
      await playTurns(main, 6, 'on');
      expect(await headWords(fork)).toBe('4-B forked');
      const graph = buildRunGraph(await store.rows());
      expect(sceneAt(graph, parseAddress('plan-b:2'))?.id).toBe(ids[4]);
      expect(graph.scenes.get(forked[0] ?? '')?.parent).toBe(ids[6]);
      expect(await fork.loadEffects()).toHaveLength(3);
    });

    test('a fork rewinds behind its own fork point and back again', async () => {
      const { store, main, ids } = await start(5);
      const before = await stateOf(main);
      const fork = await main.forkFrom(4, 'plan-b');
      await playTurns(fork, 5, 'forked');
      await fork.rewindTo(2, { point: 'A' });
      expect((await fork.loadLatest())?.row.id).toBe(ids[3]);
      await fork.rewindTo(1);
      await playTurns(fork, 3, 'earlier');
      expect(await headWords(fork)).toBe('3-B earlier');
      await fork.undo();
      expect((await fork.loadLatest())?.row.id).toBe(ids[3]);
      await fork.undo();
      expect(await headWords(fork)).toBe('5-B forked');
      expect(await stateOf(main)).toEqual(before);
      const rows = (await store.rows()).scenes.filter(row => row.branch === 'plan-b');
      expect(rows.some(row => row.problem)).toBe(false);
    });

    test('a fork takes up an ancestor scene whose place its own line has taken', async () => {
      const { main, ids } = await start(5);
      const fork = await main.forkFrom(5, 'plan-b');
      await fork.rewindTo(2);
      await playTurns(fork, 4, 'own');
      await fork.rewindTo(4, { point: 'B', move: 1 });
      expect((await fork.loadLatest())?.row.id).toBe(ids[8]);
      await playTurns(fork, 5, 'on');
      await fork.undo();
      expect(await headWords(fork)).toBe('4-B own');
    });

    test('a fork of a fork, and of a superseded turn', async () => {
      const { main, ids } = await start(5);
      await main.rewindTo(2);
      const late = await main.forkFrom(5, 'late', { move: 1 });
      expect((await late.loadLatest())?.row.id).toBe(ids[10]);
      await playTurns(late, 6, 'late');
      const second = await late.forkFrom(6, 'late-two', { point: 'A' });
      await playTurns(second, 7, 'deep');
      expect(await headWords(second)).toBe('7-B deep');
      expect(await second.record()).toMatchObject({ parent: 'late' });
      expect((await second.loadCheckpoint(4)).row.id).toBe(ids[8]);
    });

    test('a name that is taken is refused, whatever the case of its letters', async () => {
      const { store, main } = await start(2);
      await main.forkFrom(1, 'plan-b');
      for (const taken of ['plan-b', 'Plan-B', 'main', 'MAIN']) {
        await expect(main.forkFrom(2, taken)).rejects.toMatchObject({ code: 'name-taken' });
      }
      expect(await store.branchNames()).toHaveLength(2);
    });

    test('names that could leave the run are refused', async () => {
      const { store, main } = await start(1);
      for (const bad of [
        '',
        '..',
        '../x',
        'a/b',
        'a\\b',
        '/abs',
        'a\u0000b',
        'con',
        '.hidden',
        'x'.repeat(81),
      ]) {
        await expect(main.forkFrom(1, bad)).rejects.toMatchObject({ code: 'bad-name' });
        expect(() => store.branch(bad)).toThrow(expect.objectContaining({ code: 'bad-name' }));
      }
      expect(await store.branchNames()).toEqual([MAIN]);
    });

    test('a double click makes one fork', async () => {
      const { store, another, main } = await start(2);
      const results = await Promise.allSettled([
        main.forkFrom(1, 'plan-b'),
        another().branch(MAIN).forkFrom(1, 'Plan-b'),
      ]);
      expect(results.map(result => result.status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await store.branchNames()).toHaveLength(2);
    });

    test('a turn that the line does not have is refused', async () => {
      const { store, main } = await start(2);
      await expect(main.forkFrom(9, 'plan-b')).rejects.toMatchObject({ code: 'no-such-scene' });
      expect(await store.branchNames()).toEqual([MAIN]);
    });
  });

  describe(`${name}: ledger and journal`, () => {
    test('whole results are kept, in order', async () => {
      const { main } = await start(-1);
      const result = [{ type: 'text', text: 'all of it' }];
      await main.saveEffect({ tool_use_id: 't1', name: 'pay', input: { eur: 5 }, result, target: 'A' });
      await main.saveEffect({ tool_use_id: 't1', name: 'pay', input: { eur: 9 }, result: 'again' });
      expect(await main.loadEffects()).toEqual([
        { tool_use_id: 't1', name: 'pay', input: { eur: 5 }, result, target: 'A' },
        { tool_use_id: 't1', name: 'pay', input: { eur: 9 }, result: 'again' },
      ]);
    });

    test('the journal gives back what was started and how it ended', async () => {
      const { main } = await start(-1);
      await main.appendJournal(opened);
      await main.appendJournal(ended);
      expect(await main.loadJournal()).toEqual([opened, ended]);
    });

    test('a rewind leaves both as they are', async () => {
      const { main } = await start(3);
      await main.appendJournal(opened);
      await main.rewindTo(1);
      await main.undo();
      expect(await main.loadEffects()).toHaveLength(3);
      expect(await main.loadJournal()).toHaveLength(1);
    });
  });

  describe(`${name}: update`, () => {
    test('changes what it names and leaves the rest, the head too', async () => {
      const { main, ids } = await start(2);
      await main.rewindTo(1);
      await main.update({ effects: 'live', settings: { model: 'm3' } });
      expect(await main.record()).toMatchObject({
        effects: 'live',
        settings: { model: 'm3' },
        moves: [{ number: 1 }],
      });
      expect((await main.loadLatest())?.row.id).toBe(ids[2]);
    });
  });

  describe(`${name}: two writers`, () => {
    test('while one holds the branch the other is refused and told who it is', async () => {
      const { another, main, ids } = await start(2);
      const other = another().branch(MAIN);
      const lock = await main.lock();
      const locked = {
        code: 'branch-locked',
        params: { subject: MAIN, owner: expect.stringContaining('process') },
      };
      await expect(other.lock()).rejects.toMatchObject(locked);
      await expect(main.lock()).rejects.toMatchObject(locked);
      await expect(other.saveCheckpoint({ ...turnTwo, turn: 3 }, ids[4] ?? null)).rejects.toMatchObject(
        locked,
      );
      await expect(other.rewindTo(1)).rejects.toMatchObject(locked);
      await playTurns(main, 3);
      await lock.release();
      expect(await headWords(other)).toBe('3-B first');
      await playTurns(other, 4, 'other');
      expect(await headWords(main)).toBe('4-B other');
    });

    test('a branch is read while somebody writes it', async () => {
      const { another, main } = await start(2);
      const lock = await main.lock();
      expect(await headWords(another().branch(MAIN))).toBe('2-B first');
      await lock.check();
      await lock.release();
    });

    test('of two saves after one head one wins, the other is refused, nothing is lost', async () => {
      const { store, another, main, ids } = await start(2);
      const save = (branch: BranchStore) => branch.saveCheckpoint({ ...turnTwo, turn: 3 }, ids[4] ?? null);
      await save(main);
      await expect(save(another().branch(MAIN))).rejects.toMatchObject({ code: 'branch-moved' });
      expect((await store.rows()).scenes).toHaveLength(ids.length + 1);
    });

    test('two branches are written side by side', async () => {
      const { main } = await start(2);
      const fork = await main.forkFrom(1, 'plan-b');
      const locks = [await main.lock(), await fork.lock()];
      await Promise.all([playTurns(main, 4, 'main'), playTurns(fork, 4, 'fork')]);
      for (const lock of locks) await lock.release();
      expect([await headWords(main), await headWords(fork)]).toEqual(['4-B main', '4-B fork']);
    });

    test('a branch that is not there is said', async () => {
      const { store } = await start(0);
      await expect(store.branch('nope').loadLatest()).rejects.toMatchObject({ code: 'no-such-branch' });
      await expect(store.branch('nope').lock()).rejects.toMatchObject({ code: 'no-such-branch' });
    });
  });

  describeMoveChanges(name, makeStore);
}

const turnTwo = {
  turn: 2,
  point: 'B' as const,
  task: 'Send the five reports.',
  messages: [
    { role: 'user' as const, content: 'Send the five reports.' },
    { role: 'assistant' as const, content: [{ type: 'text', text: 'All sent.' }] },
  ],
  tokensUsed: 20,
};

const at = '2026-01-01T00:00:00.000Z';
const opened: JournalOpen = {
  event: 'open',
  scene: 's1',
  turn: 1,
  position: 0,
  callId: 't1',
  name: 'pay',
  inputDigest: 'd',
  toolClass: 'external',
  target: null,
  process: { pid: 1, host: 'h', startedAt: at },
  files: [],
  at,
};
const ended = {
  event: 'ended' as const,
  scene: 's1',
  callId: 't1',
  position: 0,
  ok: true,
  result: 'paid',
  durationMs: 3,
  at,
};

async function stateOf(branch: BranchStore) {
  const latest = await branch.loadLatest();
  return { latest, record: await branch.record(), effects: await branch.loadEffects() };
}
