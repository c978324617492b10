import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../shared/address.ts';
import { MAIN } from '../../shared/branch.ts';
import type { CaptureNote } from '../../shared/capture.ts';
import type { Edit } from '../../shared/decision.ts';
import { lineOf } from '../../shared/lineOf.ts';
import type { Message } from '../../shared/message.ts';
import { buildRunGraph, sceneAt } from '../../shared/runGraph.ts';
import type { StoreUnderTest } from './conformance.ts';
import type { BranchStore, CheckpointDraft } from './runStore.ts';
import { headWords, playTurns } from './testing/playTurns.ts';

/** The promises about what a person changes together with a rewind or a fork, and takes back with an undo. */
export function describeMoveChanges(name: string, makeStore: () => Promise<StoreUnderTest>): void {
  const start = async (lastTurn: number) => {
    const { store, another } = await makeStore();
    const main = store.branch(MAIN);
    const ids = await playTurns(main, lastTurn);
    return { store, another, main, ids };
  };

  describe(`${name}: what a scene says of its files and its edits`, () => {
    test('is kept with it, and its row shows it', async () => {
      const { main, ids } = await start(1);
      const draft = { ...resultOf(2, 'seen'), capture: partial, edits: [settingsEdit] };
      const saved = await main.saveCheckpoint(draft, ids.at(-1) ?? null);
      expect(saved).toEqual(await main.loadLatest());
      expect(saved.checkpoint).toMatchObject({ capture: partial, edits: [settingsEdit] });
      expect(saved.row).toMatchObject({ capture: partial, flags: ['edited', 'not-captured'] });
    });
  });

  describe(`${name}: rewindTo with changes`, () => {
    test('sets all of them together, bound to the scene it goes to', async () => {
      const { main, ids } = await start(4);
      const move = await main.rewindTo(2, { point: 'A', changes, filesBefore: 'files-1' });
      expect(await main.record()).toMatchObject({
        head: ids[3],
        pendingInput: { scene: ids[3], text: 'round once' },
        decisions: { scene: ids[3], calls: changes.decisions },
        settings: { model: 'm2' },
        effects: 'dry-run',
      });
      expect(move).toMatchObject({
        filesBefore: 'files-1',
        changed: ['pendingInput', 'decisions', 'settings', 'effects'],
      });
      expect((await main.record()).moves).toEqual([move]);
    });

    test('without any, settings stay and what waited for the old head is void', async () => {
      const { main, ids } = await start(3);
      const head = ids.at(-1) ?? '';
      await main.update({ ...beforeThe(head), settings: { model: 'm1' }, effects: 'live' });
      await main.rewindTo(2);
      expect(await main.record()).toMatchObject({
        pendingInput: null,
        decisions: null,
        outcome: null,
        settings: { model: 'm1' },
        effects: 'live',
      });
    });

    test('rows name what a move changed, without its weight', async () => {
      const { store, main } = await start(2);
      await main.update({ settings: { model: 'm1', system: 'long' } });
      await main.rewindTo(1, { changes: { settings: { model: 'm2' } } });
      const [row] = (await store.rows()).branches;
      expect(row?.moves).toMatchObject([{ number: 1, changed: ['settings'] }]);
      expect(JSON.stringify(row)).not.toContain('long');
    });

    test('a refused one changes nothing', async () => {
      const { main, ids } = await start(3);
      const before = await main.record();
      const stale = main.rewindTo(1, { changes, expectedHead: ids[1] ?? '' });
      await expect(stale).rejects.toMatchObject({ code: 'branch-moved' });
      const draft = resultOf(1, 'edited');
      for (const scene of [
        { ...draft, turn: 2 },
        { ...draft, point: 'A' as const },
      ]) {
        const misfit = main.rewindTo(1, { changes: { ...changes, scene } });
        await expect(misfit).rejects.toMatchObject({ code: 'bad-shape' });
      }
      expect(await main.record()).toEqual(before);
    });
  });

  describe(`${name}: rewindTo with an edited scene`, () => {
    test('it stands in place of the target: same turn and point, and the parent of the target', async () => {
      const { store, main, ids } = await start(4);
      await main.rewindTo(2, { changes: { scene: resultOf(2, 'edited') } });
      const latest = await main.loadLatest();
      expect(latest?.row).toMatchObject({ turn: 2, point: 'B', parent: ids[3], problem: null });
      expect(latest?.checkpoint?.messages).toEqual(resultOf(2, 'edited').messages);
      expect((await main.record()).moves).toMatchObject([{ taken: latest?.row.id, changed: ['scene'] }]);
      const graph = buildRunGraph(await store.rows());
      expect(lineOf(graph.scenes, latest?.row.id ?? '')).toEqual([...ids.slice(0, 4), latest?.row.id]);
      expect(sceneAt(graph, parseAddress('main:2-B'))?.id).toBe(latest?.row.id);
      expect(sceneAt(graph, parseAddress('main:2-B~1'))?.id).toBe(ids[4]);
      expect(graph.turns.get(graph.turnOfScene.get(ids[4] ?? '') ?? '')?.state).toBe('superseded');
    });

    test('the branch goes on from it, words and decisions are bound to it, and nothing is lost', async () => {
      const { store, main, ids } = await start(4);
      const scene = { ...resultOf(2, 'edited'), edits: [settingsEdit] };
      await main.rewindTo(2, { changes: { ...changes, scene } });
      const edited = (await main.loadLatest())?.row;
      expect(edited?.flags).toEqual(['edited']);
      expect(await main.record()).toMatchObject({
        pendingInput: { scene: edited?.id },
        decisions: { scene: edited?.id },
      });
      await playTurns(main, 3, 'second');
      await main.undo();
      expect(await headWords(main)).toBe('4-B first');
      const graph = buildRunGraph(await store.rows());
      expect(ids.every(id => graph.scenes.get(id)?.problem === null)).toBe(true);
      expect(sceneAt(graph, parseAddress('main:2-B~2'))?.id).toBe(edited?.id);
      await main.rewindTo(3, { move: 2 });
      expect(await headWords(main)).toBe('3-B second');
    });

    test('an A, the head itself, and one that was itself put in place of another', async () => {
      const { main, ids } = await start(3);
      const twice = async (text: string) => {
        await main.rewindTo(3, { changes: { scene: resultOf(3, text) } });
        return (await main.loadLatest())?.checkpoint;
      };
      expect(await twice('one')).toMatchObject({ parent: ids[5], messages: resultOf(3, 'one').messages });
      expect(await twice('two')).toMatchObject({ parent: ids[5], messages: resultOf(3, 'two').messages });
      await main.rewindTo(3, { point: 'A', changes: { scene: callOf(3) } });
      expect((await main.loadLatest())?.checkpoint).toMatchObject({
        parent: ids[4],
        pendingToolUse: { id: 'edited-3' },
      });
      await playTurns(main, 4, 'on');
      for (const text of ['two', 'one']) {
        await main.undo();
        expect((await main.loadLatest())?.checkpoint?.messages).toEqual(resultOf(3, text).messages);
      }
      await main.undo();
      expect(await headWords(main)).toBe('3-B first');
    });

    test('of an ancestor of a fork: it lies in the fork, the ancestor is as it was', async () => {
      const { main, ids } = await start(4);
      const fork = await main.forkFrom(4, 'plan-b');
      const before = await main.loadLatest();
      await fork.rewindTo(2, { changes: { scene: resultOf(2, 'edited') } });
      expect((await fork.loadLatest())?.row).toMatchObject({ branch: 'plan-b', turn: 2, parent: ids[3] });
      await playTurns(fork, 3, 'own');
      expect(await headWords(fork)).toBe('3-B own');
      await fork.undo();
      expect((await fork.loadLatest())?.row.id).toBe(ids[8]);
      expect(await main.loadLatest()).toEqual(before);
    });
  });

  describe(`${name}: rewindTo an ancestor's A`, () => {
    test('its scene is copied in and the decisions are bound to it', async () => {
      const { main, ids } = await start(4);
      const fork = await main.forkFrom(4, 'plan-b');
      await fork.rewindTo(2, { point: 'A', changes: { decisions: changes.decisions } });
      expect((await fork.loadLatest())?.row).toMatchObject({ id: ids[3], point: 'A' });
      expect((await fork.record()).decisions).toEqual({ scene: ids[3], calls: changes.decisions });
      expect((await main.record()).decisions).toBeNull();
      await fork.undo();
      expect(await fork.record()).toMatchObject({ head: ids[8], decisions: null });
    });
  });

  describe(`${name}: undo with what the move changed`, () => {
    test('what it replaced is again what it was, and the files to put back are named', async () => {
      const { main, ids } = await start(4);
      const head = ids.at(-1) ?? '';
      await main.update({ ...beforeThe(head), settings: { model: 'm1', system: 's' }, effects: 'live' });
      const before = await main.record();
      await main.rewindTo(2, { changes, filesBefore: 'files-1' });
      await playTurns(main, 3, 'second');
      await main.update({ settings: { model: 'm3' }, outcome: null });
      const move = await main.undo({ filesBefore: 'files-2', why: 'no' });
      expect(move).toMatchObject({ kind: 'undo', undoes: 1, filesBefore: 'files-2', why: 'no' });
      const after = await main.record();
      expect(after).toEqual({ ...before, moves: after.moves });
      expect(after.moves[0]).toMatchObject({ filesBefore: 'files-1' });
    });

    test('what it did not change stays as it is now', async () => {
      const { main } = await start(3);
      await main.rewindTo(2, { changes: { settings: { model: 'm2' } } });
      await main.update({ effects: 'live' });
      await main.undo();
      expect(await main.record()).toMatchObject({ effects: 'live', settings: {} });
    });

    test('what it set to the value that was there before counts as changed', async () => {
      const { main } = await start(3);
      await main.rewindTo(2, { changes: { effects: 'ask' } });
      await main.update({ effects: 'live' });
      await main.undo();
      expect((await main.record()).effects).toBe('ask');
    });

    test('of two rewinds each gives back its own', async () => {
      const { main, ids } = await start(4);
      await main.rewindTo(3, { changes: { settings: { model: 'm2' }, pendingInput: 'one' } });
      await main.rewindTo(2, {
        changes: { settings: { model: 'm3' }, effects: 'live', pendingInput: 'two' },
      });
      await main.undo();
      expect(await main.record()).toMatchObject({
        settings: { model: 'm2' },
        effects: 'ask',
        pendingInput: { scene: ids[6], text: 'one' },
      });
      await main.undo();
      expect(await main.record()).toMatchObject({ settings: {}, pendingInput: null });
    });

    test('of a branch that moved since the caller looked is refused', async () => {
      const { main, ids } = await start(3);
      await main.rewindTo(2);
      await expect(main.undo({ expectedHead: ids[6] ?? '' })).rejects.toMatchObject({ code: 'branch-moved' });
      await main.undo({ expectedHead: ids[4] ?? '' });
      expect(await headWords(main)).toBe('3-B first');
    });
  });

  describe(`${name}: forkFrom with changes`, () => {
    test('the fork has them from its first moment, the parent has none of them', async () => {
      const { main, ids } = await start(4);
      const before = await main.record();
      const fork = await main.forkFrom(2, 'plan-b', { point: 'A', changes, effects: 'live' });
      expect(await fork.record()).toMatchObject({
        origin: ids[3],
        head: ids[3],
        moves: [],
        pendingInput: { scene: ids[3], text: 'round once' },
        decisions: { scene: ids[3], calls: changes.decisions },
        settings: { model: 'm2' },
        effects: 'dry-run',
      });
      expect(await main.record()).toEqual(before);
    });

    test('a fork of a fan-out says so in its record and its row; a fork of it does not', async () => {
      const { store, main } = await start(4);
      const fanOut = { id: 'f', place: 2, of: 4, atOnce: 2 };
      const fork = await main.forkFrom(2, 'plan-b', { fanOut });
      const other = await fork.forkFrom(2, 'plan-c');
      await fork.update({ effects: 'ask' });
      expect([(await fork.record()).fanOut, (await other.record()).fanOut]).toEqual([fanOut, undefined]);
      const { branches } = await store.rows();
      expect(branches.map(row => [row.name, row.fanOut])).toEqual([
        [MAIN, undefined],
        ['plan-b', fanOut],
        ['plan-c', undefined],
      ]);
    });

    test('an edited scene is what it begins with; its origin is the scene that was edited', async () => {
      const { store, main, ids } = await start(4);
      const scene = resultOf(2, 'edited');
      const fork = await main.forkFrom(2, 'plan-b', { changes: { scene, pendingInput: 'go' } });
      const latest = await fork.loadLatest();
      expect(latest?.row).toMatchObject({ branch: 'plan-b', turn: 2, point: 'B', parent: ids[3] });
      expect(latest?.checkpoint?.messages).toEqual(scene.messages);
      expect(await fork.record()).toMatchObject({
        parent: MAIN,
        origin: ids[4],
        head: latest?.row.id,
        pendingInput: { scene: latest?.row.id },
      });
      await playTurns(fork, 3, 'forked');
      const rows = await store.rows();
      expect(rows.problems).toEqual([]);
      const graph = buildRunGraph(rows);
      expect(lineOf(graph.scenes, (await fork.loadLatest())?.row.id ?? '').slice(0, 5)).toEqual([
        ...ids.slice(0, 4),
        latest?.row.id,
      ]);
      expect(await headWords(main)).toBe('4-B first');
      await fork.rewindTo(1);
      await fork.undo();
      expect(await headWords(fork)).toBe('3-B forked');
    });

    test('an edited scene that is none of the target is refused, and there is no fork', async () => {
      const { store, main } = await start(3);
      const fork = main.forkFrom(2, 'plan-b', { changes: { scene: resultOf(3, 'edited') } });
      await expect(fork).rejects.toMatchObject({ code: 'bad-shape' });
      expect(await store.branchNames()).toEqual([MAIN]);
    });
  });
}

const changes = {
  pendingInput: 'round once',
  decisions: { 'call-first-2': { kind: 'skip' as const, why: 'not now' } },
  settings: { model: 'm2' },
  effects: 'dry-run' as const,
};

/** What can wait for a head, or be said of it. */
function beforeThe(head: string): Parameters<BranchStore['update']>[0] {
  return {
    pendingInput: { scene: head, text: 'and then?' },
    decisions: { scene: head, calls: { c: { kind: 'run' } } },
    outcome: { scene: head, state: 'stopped', problem: null, at: '2026-01-01T00:00:00.000Z' },
  };
}

const partial: CaptureNote = {
  id: 'c1',
  state: 'partial',
  notCaptured: [{ path: 'pipe', why: 'pipe' }],
  notCapturedCount: 1,
  problem: null,
};
const settingsEdit: Edit = { kind: 'settings', model: 'm2' };

const task = 'Send the five reports.';

/** The scene A of a turn whose call somebody wrote anew. */
function callOf(turn: number): CheckpointDraft {
  const call = { type: 'tool_use', id: `edited-${turn}`, name: 'send_email', input: { to: 'b@example.org' } };
  const messages: Message[] = [
    { role: 'user', content: task },
    { role: 'assistant', content: [call] },
  ];
  return { turn, point: 'A', task, messages, tokensUsed: turn * 10 };
}

/** The scene B of a turn with a result that somebody wrote. */
function resultOf(turn: number, content: string): CheckpointDraft {
  const result = { type: 'tool_result', tool_use_id: `edited-${turn}`, content };
  const draft = callOf(turn);
  return { ...draft, point: 'B', messages: [...draft.messages, { role: 'user', content: [result] }] };
}
