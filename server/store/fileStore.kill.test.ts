import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type BranchRecord, MAIN } from '../../shared/branch.ts';
import { lineOf } from '../../shared/lineOf.ts';
import { buildRunGraph, type RunGraph } from '../../shared/runGraph.ts';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { createRun, openRun } from './fileStore.ts';
import { loadLatest } from './fixtures/thirtyLines.mjs';
import { playTurns, testRunRecord } from './testing/playTurns.ts';
import { randomFrom } from './testing/randomFrom.ts';

const writer = fileURLToPath(new URL('../../dist/bundle/server/killedWriter.js', import.meta.url));
const seed = Number(process.env.FORKPOINT_KILL_SEED ?? 1);

/** A run that a child process writes until it is killed, over and over. */
async function killAgainAndAgain(kills: number, ofSeed: number): Promise<void> {
  const dataFolder = await temporaryFolder();
  const store = await createRun(dataFolder, testRunRecord(), { cacheFolder: null });
  const first = await playTurns(store.branch(MAIN), 2);
  const run = join(dataFolder, 'reports');
  const committedFile = join(dataFolder, 'committed.txt');
  const random = randomFrom(ofSeed);
  for (let kill = 1; kill <= kills; kill++) {
    const moment = { acts: 1 + Math.floor(random() * 3), delayMs: random() * 12 };
    await writeUntilKilled([run, String(ofSeed * 100 + kill), committedFile], moment);
    const committed = [...first, ...(await linesOf(committedFile))];
    try {
      await expectWhole(run, committed);
    } catch (error) {
      throw new Error(`after kill ${kill} of seed ${ofSeed}, in ${run}`, { cause: error });
    }
  }
  expect(await linesOf(committedFile)).not.toEqual([]);
}

/** Kills a writer some milliseconds into one of its first acts. */
async function writeUntilKilled(args: string[], moment: { acts: number; delayMs: number }): Promise<void> {
  const child = spawn(process.execPath, [writer, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let [printed, complaint] = ['', ''];
  child.stderr.on('data', chunk => {
    complaint += String(chunk);
  });
  const begun = new Promise<void>(resolve => {
    child.stdout.on('data', chunk => {
      printed += String(chunk);
      if (printed.split('\n').length > moment.acts) resolve();
    });
  });
  await Promise.race([begun, exited]);
  await sleep(moment.delayMs);
  child.kill('SIGKILL');
  await exited;
  expect(complaint).toBe('');
}

async function expectWhole(run: string, committed: string[]): Promise<void> {
  const store = openRun(run, { id: 'reports', cacheFolder: null, readOnly: false });
  const rows = await store.rows();
  expect(rows.problems).toEqual([]);
  expect(rows.scenes.filter(row => row.problem !== null)).toEqual([]);
  const graph = buildRunGraph(rows);
  expect(committed.filter(id => !graph.scenes.has(id))).toEqual([]);
  for (const { name, head } of rows.branches) {
    const line = lineOf(graph.scenes, head ?? '').map(id => graph.scenes.get(id)?.turn);
    expect([name, line[0]]).toEqual([name, 0]);
    expectWholeMoves(await store.branch(name).record(), graph);
  }
  const withEffect = new Set(rows.effects.map(effect => effect.scene));
  const turnsDone = rows.scenes.filter(
    row => row.point === 'B' && row.turn > 0 && committed.includes(row.id),
  );
  expect(turnsDone.filter(row => !withEffect.has(row.parent))).toEqual([]);
  await expectWholeFolders(run, rows.branches.length);
}

/** What a move or a fork brought is there with it, bound to its scene, and gone with its undo. */
function expectWholeMoves(record: BranchRecord, { scenes }: RunGraph): void {
  const { name, moves, settings, effects, pendingInput, decisions } = record;
  expect(moves.flatMap(({ left, taken }) => [left, taken]).filter(id => !scenes.has(id))).toEqual([]);
  const undone = new Set(moves.map(move => move.undoes));
  const standing = moves.filter(move => move.kind === 'rewind' && !undone.has(move.number));
  const withChanges = standing.findLast(move => move.changed !== undefined);
  if (withChanges) expect([name, settings.model, effects]).toEqual([name, withChanges.why, 'live']);
  expect(decisions?.scene).toBe(pendingInput?.scene);
  if (pendingInput !== null) {
    expect(scenes.has(pendingInput.scene)).toBe(true);
    expect([pendingInput.text, ...Object.keys(decisions?.calls ?? {})]).toEqual([
      settings.model,
      settings.model,
    ]);
  }
  const last = moves.at(-1);
  if (last?.kind !== 'rewind') return;
  const isWaiting = last.changed !== undefined;
  expect([name, pendingInput?.scene]).toEqual([name, isWaiting ? last.taken : undefined]);
  if (isWaiting && last.changed?.includes('scene')) expect(scenes.get(last.taken)?.branch).toBe(name);
}

/** As other programs see it: every branch folder is complete, and the thirty lines load its latest scene. */
async function expectWholeFolders(run: string, branchCount: number): Promise<void> {
  const folders = (await readdir(run)).filter(name => name.startsWith('checkpoints'));
  expect(folders).toHaveLength(branchCount);
  for (const folder of folders) {
    expect(loadLatest(join(run, folder))?.scene.messages.length).toBeGreaterThan(0);
    expect(JSON.parse(await readFile(join(run, folder, 'effects.json'), 'utf8'))).toBeInstanceOf(Array);
    expect(JSON.parse(await readFile(join(run, folder, 'branch.json'), 'utf8'))).toMatchObject({
      version: 1,
    });
  }
}

async function linesOf(path: string): Promise<string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n').filter(line => line !== '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

describe('a writer killed at any moment', () => {
  // Two at a time, each on runs of its own, so that they do not grow too long to be looked at a hundred times.
  test('loses no scene and leaves nothing half done, a hundred times', { timeout: 600_000 }, async () => {
    for (let round = 0; round < 2; round++) {
      await Promise.all([
        killAgainAndAgain(25, seed + round * 2),
        killAgainAndAgain(25, seed + round * 2 + 1),
      ]);
    }
  });
});
