import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunReceipt } from '../../shared/api.ts';
import { latestRewind, type Move } from '../../shared/branch.ts';
import type { RestoreReport } from '../../shared/capture.ts';
import { digestOfValue } from '../../shared/digest.ts';
import type { Effect } from '../../shared/effect.ts';
import { ForkpointError } from '../../shared/errors.ts';
import type { FanOutMark } from '../../shared/fanOutMark.ts';
import type { ForkBody, RewindBody } from '../../shared/plan.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { acquireLockPatiently, type FileLock } from '../disk/lock.ts';
import { voidLeftBehind } from '../gate/voidBehind.ts';
import type { BranchStore } from '../store/runStore.ts';
import type { ActingRun } from './actingRun.ts';
import { branchIn } from './movePlace.ts';
import { refuseByPreflight } from './preflight.ts';
import { type PreparedMove, plannedRun, prepareMove } from './prepareMove.ts';
import { finishMove, locked, putBackFiles } from './putBackFiles.ts';
import { settleFiles } from './settleFiles.ts';

/** What a move did, before anything is started. */
export type MoveReceipt = Omit<RunReceipt, 'started'>;

/**
 * Moves the head of a branch back, and its files where they are to follow. The head moves in one write, which names the
 * files as they were and as they shall be; only then are they put back, so that a crash in between is seen and finished.
 * @throws ForkpointError `plan-changed`, `cannot-restore`, `run-busy`, and what `prepareMove` and the store throw
 */
export async function rewindRun(run: ActingRun, branch: string, body: RewindBody): Promise<MoveReceipt> {
  const prepared = await prepareMove(plannedRun(run), { ...body, action: 'rewind', branch });
  refuseOtherPlan(prepared, body.digest);
  const store = run.store.branch(branch);
  return await locked(store, async () => {
    await finishMove(run, branch);
    await settleFiles(run, branch, prepared.scene, body.claimed);
    const ledger = await store.loadEffects();
    const files = await filesFor(run, branch, body.to, prepared.files);
    const { turn, ...place } = prepared.from.place;
    run.crashPoint('head-write');
    const move = await store.rewindTo(turn, {
      ...place,
      ...expected(prepared.head),
      changes: prepared.changes,
      ...files,
    });
    run.crashPoint('after-head-write');
    await voidLeftBehind(run.store, branch);
    const report = await putBackFiles(run, branch, move);
    return await receiptOf(run, store, { move, files: report, ledger, messages: prepared.messages });
  });
}

/**
 * Takes back the latest rewind that is not undone yet, with its files.
 * @throws ForkpointError `nothing-to-undo`, `cannot-restore`, `run-busy`
 */
export async function undoRewind(run: ActingRun, branch: string): Promise<MoveReceipt> {
  const row = branchIn(buildRunGraph(await run.store.rows()), run.id, branch);
  if (row.owner !== null) throw new ForkpointError('run-busy', { run: run.id });
  const rewind = latestRewind(row.moves);
  if (!rewind) throw new ForkpointError('nothing-to-undo', { branch });
  const left = await run.store.scene(rewind.left);
  const store = run.store.branch(branch);
  return await locked(store, async () => {
    await finishMove(run, branch);
    await settleFiles(run, branch, left.row);
    const ledger = await store.loadEffects();
    const files = await filesFor(run, branch, branch, rewind.filesBefore ?? null);
    run.crashPoint('head-write');
    const move = await store.undo({ ...expected(row.head), ...files });
    run.crashPoint('after-head-write');
    await voidLeftBehind(run.store, branch);
    const report = await putBackFiles(run, branch, move);
    const messages = left.checkpoint?.messages ?? [];
    return await receiptOf(run, store, { move, files: report, ledger, messages });
  });
}

/**
 * Starts a new branch from a scene. Its files are there before it is, so that it can never run without them. Who forks at
 * the same moment takes turns: of two with one name the second is refused.
 * @param fanOut the fan-out that it is made in, if any
 * @throws ForkpointError `plan-changed`, `cannot-restore`, `name-taken`, and what `prepareMove` and the store throw
 */
export async function forkRun(
  run: ActingRun,
  branch: string,
  body: ForkBody,
  fanOut?: FanOutMark,
): Promise<MoveReceipt> {
  const lock = await forkLock(run, body.name);
  try {
    const prepared = await prepareMove(plannedRun(run), { ...body, action: 'fork', branch });
    refuseOtherPlan(prepared, body.digest);
    run.crashPoint('fork');
    const files = prepared.files === null ? null : await run.files.copyTo(prepared.files, body.name);
    const { turn, ...place } = prepared.from.place;
    const store = await run.store.branch(prepared.from.branch).forkFrom(turn, body.name, {
      ...place,
      changes: { effects: prepared.plan.effectsMode, ...prepared.changes },
      ...(fanOut && { fanOut }),
    });
    run.crashPoint('after-fork');
    return await receiptOf(run, store, { move: null, files, ledger: [], messages: prepared.messages });
  } finally {
    await lock.release();
  }
}

/** A lock of its own: the store takes the run's for moments inside, and sweeps what unknown locks leave beside it. */
async function forkLock({ folder }: ActingRun, name: string): Promise<FileLock> {
  const place = join(folder, 'captures', 'forks');
  await mkdir(place, { recursive: true });
  return await acquireLockPatiently(join(place, 'lock'), name);
}

function refuseOtherPlan({ plan, files }: PreparedMove, digest: string | undefined): void {
  const { restore, refused } = plan.files;
  if (digest !== undefined && digest !== plan.digest) {
    throw new ForkpointError('plan-changed', { branch: plan.branch });
  }
  refuseByPreflight(plan);
  if (restore !== 'conversation' && files === null) {
    throw new ForkpointError('cannot-restore', {
      address: plan.target.address,
      why: refused ?? 'not-captured',
    });
  }
}

/**
 * The files of a move: the present ones, saved before others are put in their place, and those others.
 * @throws ForkpointError `cannot-restore`
 */
async function filesFor(
  run: ActingRun,
  branch: string,
  address: string,
  filesTaken: string | null,
): Promise<{ filesBefore: string | null; filesTaken: string | null }> {
  if (filesTaken === null) return { filesBefore: null, filesTaken };
  const { id, state, problem } = await run.files.capture(branch);
  if (id !== null && state !== 'failed') return { filesBefore: id, filesTaken };
  const why = `the present files could not be saved first (${problem?.code ?? state})`;
  throw new ForkpointError('cannot-restore', { address, why });
}

function expected(head: string | null): { expectedHead?: string } {
  return head === null ? {} : { expectedHead: head };
}

interface Done {
  move: Move | null;
  files: RestoreReport | null;
  /** The ledger before, which no move changes; empty for a fork. */
  ledger: readonly Effect[];
  messages: readonly unknown[];
}

/** Reads back what was written. */
async function receiptOf(
  run: ActingRun,
  store: BranchStore,
  { move, files, ledger, messages }: Done,
): Promise<MoveReceipt> {
  const [head, effects] = [await store.loadLatest(), await store.loadEffects()];
  const found = head?.checkpoint?.messages ?? [];
  return {
    run: run.id,
    action: move === null ? 'fork' : move.kind,
    branch: store.name,
    move: move?.number ?? null,
    head: head?.row.id ?? '',
    messages: {
      count: found.length,
      verified:
        (move === null || head?.row.id === move.taken) && digestOfValue(found) === digestOfValue(messages),
    },
    files,
    ledger: { rows: effects.length, verified: digestOfValue(effects) === digestOfValue(ledger) },
  };
}
