import { digestOfValue } from '../../shared/digest.ts';
import { ForkpointError, isForkpointError, type Problem } from '../../shared/errors.ts';
import {
  DEFAULT_AT_ONCE,
  type FanOutBody,
  type FanOutBranch,
  type FanOutPlan,
  type PlannedBranch,
} from '../../shared/fanOut.ts';
import type { ForkBody } from '../../shared/plan.ts';
import type { FlightNote } from './preflight.ts';
import { type PlannedRun, type PreparedMove, prepareMove } from './prepareMove.ts';

/**
 * Thinks a fan-out through: the plan of each fork, by the one that plans forks. Writes nothing.
 * @throws ForkpointError `fan-out-live`, and what `prepareMove` throws for each of the forks alike; what keeps one of them
 *   from being made (its name is taken, its settings and the history do not go together) stands in the plan
 */
export async function planFanOut(run: PlannedRun, branch: string, body: FanOutBody): Promise<FanOutPlan> {
  if (body.effects === 'live') throw new ForkpointError('fan-out-live', {});
  const once = readOnce(run);
  const planned: { row: PlannedBranch; move: PreparedMove | null }[] = [];
  for (const [index, wish] of body.branches.entries()) {
    const before = body.branches.slice(0, index).map(other => other.name.toLowerCase());
    planned.push(
      before.includes(wish.name.toLowerCase())
        ? refused(wish, { code: 'name-taken', params: { name: wish.name } })
        : await plannedBranch(once, branch, body, wish),
    );
  }
  const first = planned.find(({ move }) => move !== null)?.move ?? (await anyFork(once, branch, body));
  const plan: Omit<FanOutPlan, 'digest'> = {
    branch,
    target: first.plan.target,
    effectsMode: first.plan.effectsMode,
    atOnce: body.atOnce ?? DEFAULT_AT_ONCE,
    effects: first.plan.effects,
    tail: first.messages.slice(-TAIL),
    tokensSpent: first.plan.cost.tokensSpent,
    branches: planned.map(({ row }) => row),
  };
  const plans = planned.map(({ row, move }) => [row.name, row.problem, move?.plan.digest ?? null]);
  return { ...plan, digest: digestOfValue([plans, plan.atOnce, plan.effectsMode]) };
}

/** How many of the last messages of the scene a plan shows. */
const TAIL = 3;

/** The fork that one branch of a fan-out is. */
export function forkBodyOf(body: FanOutBody, wish: FanOutBranch): ForkBody {
  const { to, pending, restore, effects = 'ask' } = body;
  return {
    ...wish,
    to,
    effects,
    ...(pending === undefined ? {} : { pending }),
    ...(restore === undefined ? {} : { restore }),
  };
}

async function plannedBranch(run: PlannedRun, branch: string, body: FanOutBody, wish: FanOutBranch) {
  try {
    const move = await prepareMove(run, { ...forkBodyOf(body, wish), action: 'fork', branch });
    const { messages, files, cost, settings, preflight } = move.plan;
    const row: PlannedBranch = {
      name: wish.name,
      problem: whyNot(move, wish),
      plan: {
        messages: {
          count: messages.count,
          problems: messages.problems,
          isRepaired: messages.isRepaired,
        },
        copiedBytes: files.copiedBytes,
        nextRequestTokens: cost.nextRequestTokens,
        settings,
        preflight,
      },
    };
    return { row, move };
  } catch (error) {
    if (!isForkpointError(error, 'name-taken')) throw error;
    return refused(wish, error.toProblem());
  }
}

function refused({ name }: FanOutBranch, problem: Problem) {
  return { row: { name, problem, plan: null }, move: null };
}

/** What would refuse the fork, or let it end at once; null where nothing does. */
function whyNot(move: PreparedMove, wish: FanOutBranch): Problem | null {
  const notes: readonly FlightNote[] = move.plan.preflight;
  const error = notes.find(note => note.severity === 'error');
  if (error) return error.problem;
  const endsOnReply = move.messages.at(-1)?.role === 'assistant' && move.plan.pending.length === 0;
  const isOver = endsOnReply && move.scene.stopReason !== 'pause_turn' && wish.say === undefined;
  return isOver ? { code: 'nothing-to-do', params: { branch: wish.name } } : null;
}

/** Where no branch has a name that is free: what they would have in common. */
function anyFork(run: PlannedRun, branch: string, body: FanOutBody): Promise<PreparedMove> {
  const [wish] = body.branches;
  const name = `${wish?.name.slice(0, 40) ?? ''}-${digestOfValue(body, 12)}`;
  return prepareMove(run, { ...forkBodyOf(body, { name }), action: 'fork', branch });
}

/** The run as it is now: what all the forks of a fan-out ask for alike is read once. */
function readOnce(run: PlannedRun): PlannedRun {
  const rows = lazily(() => run.rows());
  const record = lazily(() => run.record());
  const scenes = keyed((id: string) => run.scene(id));
  const settings = keyed((branch: string) => run.settingsOf(branch));
  const sizes = keyed((capture: string) => run.files.forkSize(capture));
  const { files } = run;
  return {
    id: run.id,
    rows,
    record,
    scene: scenes,
    settingsOf: settings,
    unseenAt: (branch, head) => run.unseenAt(branch, head),
    files: {
      planRestore: (...asked) => files.planRestore(...asked),
      folderOf: branch => files.folderOf(branch),
      gitSince: (...asked) => files.gitSince(...asked),
      forkSize: sizes,
    },
  };
}

function lazily<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | null = null;
  return () => {
    value ??= read();
    return value;
  };
}

function keyed<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return key => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}
