import { appendFileSync } from 'node:fs';
import { MAIN } from '../../../shared/branch.ts';
import { isForkpointError } from '../../../shared/errors.ts';
import { openRun } from '../fileStore.ts';
import type { BranchStore, MoveChanges } from '../runStore.ts';
import { editedScene } from './editedScene.ts';
import { playTurns } from './playTurns.ts';
import { randomFrom } from './randomFrom.ts';

/**
 * A process that saves, rewinds, undoes and forks without end, for a test that kills it. Half of the rewinds and
 * forks bring changes, which all name the label of their act. Prints a line before each act; writes the ids of scenes
 * to a file as soon as their saves have resolved.
 *
 *     node killedWriter.js RUN-FOLDER SEED COMMITTED-FILE
 */
const [folder = '', seed = '1', committedFile = ''] = process.argv.slice(2);
const random = randomFrom(Number(seed));
const pick = (count: number) => Math.floor(random() * count);
const store = openRun(folder, { id: 'reports', cacheFolder: null, readOnly: false });
for (let step = 0; ; step++) {
  const names = await store.branchNames();
  const branch = store.branch(names[pick(names.length)] ?? MAIN);
  const head = (await branch.loadLatest())?.row.turn ?? 0;
  const acts = actsOn(branch, head, `${seed}-${step}`);
  const others = [acts.play, acts.rewind, acts.undo, ...(names.length < 5 ? [acts.fork] : [])];
  const act = head === 0 ? acts.play : others[pick(others.length)];
  process.stdout.write('act\n');
  await act?.();
}

function actsOn(branch: BranchStore, head: number, label: string) {
  return {
    play: async () => noteCommitted(...(await playTurns(branch, head + 1, label))),
    rewind: async () => {
      const turn = pick(head + 1);
      const changes = pick(2) === 0 ? {} : { changes: await changesOf(branch, turn, label) };
      noteCommitted((await branch.rewindTo(turn, { why: label, ...changes })).taken);
    },
    undo: () => unlessNothingToUndo(() => branch.undo()),
    fork: async () => {
      const turn = pick(head + 1);
      const changes = pick(2) === 0 ? {} : { changes: await changesOf(branch, turn, label) };
      const fork = await branch.forkFrom(turn, `fork-${label}`, changes);
      noteCommitted((await fork.record()).head ?? '');
    },
  };
}

/** Words, decisions and settings, and half of the time an edited scene. */
async function changesOf(branch: BranchStore, turn: number, label: string): Promise<MoveChanges> {
  const scene = pick(2) === 0 ? {} : { scene: editedScene(await branch.loadCheckpoint(turn), label) };
  return {
    pendingInput: label,
    decisions: { [label]: { kind: 'run' } },
    settings: { model: label },
    effects: 'live',
    ...scene,
  };
}

function noteCommitted(...ids: string[]): void {
  for (const id of ids) appendFileSync(committedFile, `${id}\n`);
}

async function unlessNothingToUndo(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isForkpointError(error, 'nothing-to-undo')) throw error;
  }
}
