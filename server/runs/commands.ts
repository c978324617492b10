import type {
  AnswerBody,
  BodyOf,
  PlanBody,
  ReplyOf,
  ResumeBody,
  RunReceipt,
  StartBody,
} from '../../shared/api.ts';
import type { EffectsMode } from '../../shared/branch.ts';
import type { RequestSettings } from '../../shared/checkpoint.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import type { FanOutBody, FanOutPlan, FanOutReceipt } from '../../shared/fanOut.ts';
import type { ForkBody, Plan, ResumePlan, RewindBody } from '../../shared/plan.ts';
import type { RunRows } from '../../shared/rows.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import { atHome } from '../disk/realPath.ts';
import { SimulatedCrash } from '../harness/crash.ts';
import type { PendingParts } from '../harness/pendingCalls.ts';
import type { RunStore } from '../store/runStore.ts';
import type { ActingRun } from './actingRun.ts';
import { answerGate } from './answerGate.ts';
import { type Crashes, crashOrder, refuseRealRun } from './crashes.ts';
import { planFanOut } from './fanOutPlan.ts';
import type { FanOuts } from './fanOuts.ts';
import { forkRun, type MoveReceipt, rewindRun, undoRewind } from './moveRun.ts';
import { planResume, planResumeOfSource } from './planResume.ts';
import { type PlannedRun, plannedRun, plannedSource, prepareMove } from './prepareMove.ts';
import { resumeRun } from './resumeRun.ts';
import type { RunIndex } from './runIndex.ts';
import type { Runner } from './runner.ts';
import { type FilesOfScene, sceneFiles } from './sceneFiles.ts';
import { type ScenarioInfo, startRun } from './startRun.ts';
import { type Stopped, stopRun } from './stopRun.ts';

/** What the commands act through. */
export interface CommandParts {
  dataFolder: string;
  index: RunIndex;
  runner: Runner;
  fanOuts: FanOuts;
  crashes: Crashes;
  hasKey: boolean;
  defaultModel: string;
  /** Makes the run's folder and what its `main` starts with. @throws ForkpointError `name-taken` */
  createRun(
    dataFolder: string,
    record: RunRecord,
    main: { effects: EffectsMode; settings: RequestSettings },
  ): Promise<unknown>;
  toolNames: string[];
  /** @throws ForkpointError `no-such-scenario` */
  findScenario(id: string): Promise<ScenarioInfo>;
  /** Fills the workspace of a new run. */
  prepareWorkspace(runFolder: string, scenario: string | null): Promise<void>;
  /** A run with everything that acts on it. @throws ForkpointError `no-such-run`, `read-only` */
  acting(run: string): Promise<ActingRun>;
  /** What the calls of a branch are answered with. */
  deskOf(run: string, branch: string): Promise<Omit<PendingParts, 'branch'>>;
  /** Copies a folder or a transcript into the data folder as a run of ours, and gives its id. */
  importRun(path: string, dataFolder: string): Promise<string>;
}

/** What people do to runs, from the page or the command line alike. */
export interface RunCommands {
  /** Starts a run in the background and gives its id. */
  startRun(body: StartBody): Promise<string>;
  /** Stops one branch or all, whichever process runs them or lets them wait for their turn. */
  stopRun(run: string, branch?: string): Promise<Stopped>;
  /** What a rewind or a fork would do. Writes nothing. */
  planMove(run: string, body: PlanBody): Promise<Plan>;
  rewind(run: string, branch: string, body: RewindBody): Promise<RunReceipt>;
  undo(run: string, branch: string): Promise<RunReceipt>;
  fork(run: string, branch: string, body: ForkBody): Promise<RunReceipt>;
  /** What a fan-out would do. Writes nothing. */
  planFanOut(run: string, branch: string, body: FanOutBody): Promise<FanOutPlan>;
  /** Makes the branches of a fan-out and lets them run, some at once; a digest makes one, however often it is sent. */
  fanOut(run: string, branch: string, body: FanOutBody): Promise<FanOutReceipt>;
  /** Nothing of a fan-out waits or runs any more; gives the branches that ran, and those that waited. */
  stopFanOut(run: string, fanOut: string): Promise<Stopped>;
  /** Lets the branches of a fan-out run that have not begun, or stand where nothing has to be decided; gives them. */
  startRest(run: string, fanOut: string, options: BodyOf<'startRest'>): Promise<string[]>;
  /** The branches of fan-outs that wait for their turn in this process. */
  waitingBranches(run: string): string[];
  /** Resolves once a branch of a fan-out neither waits for its turn nor is started or run in this process. */
  branchRested(run: string, branch: string): Promise<void>;
  /** Goes on with a branch; gives the run, which is another where a transcript was imported first. */
  resume(run: string, branch: string, body: ResumeBody): Promise<string>;
  /** What a resume would do. Writes nothing. */
  planResume(run: string, branch: string): Promise<ResumePlan>;
  /** Answers a question at the gate; gives whether its branch goes on. */
  answer(run: string, question: string, body: AnswerBody): Promise<boolean>;
  /** The files of a scene, from these rows of its run. */
  sceneFiles(run: string, address: string, rows: RunRows): Promise<ReplyOf<'getFiles'>>;
  /** The next crash of a run of a scenario. */
  armCrash(run: string, label: string, n: number): Promise<void>;
  openPath(path: string): Promise<string>;
  importPath(path: string): Promise<string>;
}

/** The commands on these parts. Their errors are those of the functions that do the work. */
export function runCommands(parts: CommandParts): RunCommands {
  const acting = (run: string) => actingRun(parts, run);
  const byHand: Pick<Runner, 'start'> = {
    async start(run, branch, options) {
      await parts.runner.start(run, branch, options);
      // It has had its turn.
      await parts.fanOuts.drop(run, branch);
    },
  };
  const moved = async (receipt: MoveReceipt, { go = false, paceMs }: Pick<RewindBody, 'go' | 'paceMs'>) => {
    const pace = paceMs === undefined ? {} : { paceMs };
    if (go) await byHand.start(receipt.run, receipt.branch, pace);
    return { ...receipt, started: go };
  };
  return {
    startRun: body => startRun(parts, body),
    async stopRun(run, branch) {
      const { dropped, hasHalted } = await parts.fanOuts.drop(run, branch);
      const hasKept = hasHalted || dropped.length > 0;
      try {
        const done = await stopRun(parts, run, branch);
        return { ...done, dropped: [...dropped, ...done.dropped] };
      } catch (error) {
        // What is only being made may not be there yet; it will not begin.
        const isNothingElse =
          isForkpointError(error, 'not-running') || isForkpointError(error, 'no-such-branch');
        if (hasKept && isNothingElse) return { stopped: [], dropped };
        throw error;
      }
    },
    planMove: async (run, body) => (await prepareMove(await toPlanOn(parts, run), body)).plan,
    async rewind(run, branch, body) {
      const on = await acting(run);
      return moved(await orDead(rewindRun(on, branch, asPlanned(body, on.id === run))), body);
    },
    undo: async (run, branch) => moved(await orDead(undoRewind(await acting(run), branch)), {}),
    async fork(run, branch, body) {
      const on = await acting(run);
      return moved(await orDead(forkRun(on, branch, asPlanned(body, on.id === run))), body);
    },
    planFanOut: async (run, branch, body) => planFanOut(await toPlanOn(parts, run), branch, body),
    async fanOut(run, branch, body) {
      const on = await acting(run);
      return await parts.fanOuts.make(on, branch, asPlanned(body, on.id === run));
    },
    stopFanOut: (run, fanOut) => parts.fanOuts.stop(run, fanOut),
    startRest: (run, fanOut, { paceMs }) =>
      parts.fanOuts.startRest(run, fanOut, paceMs === undefined ? {} : { paceMs }),
    waitingBranches: run => parts.fanOuts.waiting(run),
    branchRested: (run, branch) => parts.fanOuts.rested(run, branch),
    async resume(run, branch, body) {
      const on = await acting(run);
      await resumeRun(on, byHand, branch, body);
      return on.id;
    },
    async planResume(run, branch) {
      const store = await storeOrNull(parts.index, run);
      if (store === null) return planResumeOfSource(run, await parts.index.source(run), branch);
      return planResume({ id: run, store }, branch, await parts.deskOf(run, branch));
    },
    async answer(run, question, body) {
      const on = await acting(run);
      const toolsOf = async (branch: string) => (await parts.deskOf(on.id, branch)).tools;
      return await answerGate(on, parts.runner, question, body, toolsOf);
    },
    sceneFiles: async (run, address, rows) => sceneFiles(rows, await filesOf(parts, run), address),
    async armCrash(run, label, n) {
      refuseRealRun(run, (await (await parts.index.store(run)).record()).scenario);
      parts.crashes.arm(run, crashOrder(label, n));
    },
    openPath: path => parts.index.openPath(atHome(path)),
    importPath: path => parts.importRun(atHome(path), parts.dataFolder),
  };
}

/** An act that dies alone ends here: who asked for it is told so. @throws ForkpointError `simulated-crash` */
export async function orDead<T>(act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    if (!(error instanceof SimulatedCrash)) throw error;
    throw new ForkpointError('simulated-crash', { label: error.label }, { cause: error });
  }
}

/** The files of a run; something that is only read has none. */
async function filesOf(parts: CommandParts, run: string): Promise<FilesOfScene> {
  const isWritable = (await storeOrNull(parts.index, run)) !== null;
  return isWritable
    ? (await parts.acting(run)).files
    : { changes: async () => [], notCaptured: async () => [], keptBytes: async () => 0 };
}

/** A run that was only just imported is a copy of what the plan was made against: nothing in it can have changed. */
function asPlanned<B extends { digest?: string | undefined }>({ digest, ...body }: B, isSameRun: boolean) {
  return isSameRun && digest !== undefined ? { ...body, digest } : body;
}

async function toPlanOn(parts: CommandParts, run: string): Promise<PlannedRun> {
  const isWritable = (await storeOrNull(parts.index, run)) !== null;
  return isWritable ? plannedRun(await parts.acting(run)) : plannedSource(run, await parts.index.source(run));
}

/** The store of a run, or null for what has to be imported before it is acted on. */
async function storeOrNull(index: RunIndex, run: string): Promise<RunStore | null> {
  try {
    return await index.store(run);
  } catch (error) {
    if (!isForkpointError(error, 'read-only')) throw error;
    return null;
  }
}

/** A transcript, and whatever else cannot be gone on with in place, becomes a run of ours first. */
async function actingRun(parts: CommandParts, run: string): Promise<ActingRun> {
  const isWritable = (await storeOrNull(parts.index, run)) !== null;
  const id = isWritable ? run : await parts.importRun(await parts.index.pathOf(run), parts.dataFolder);
  return await parts.acting(id);
}
