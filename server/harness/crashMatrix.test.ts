import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type MortalRun, type MortalRuns, mortalRuns } from '../cli/testing/mortalRuns.ts';
import type { RunState } from '../cli/testing/runState.ts';
import type { CrashLabel, crashSteps } from './crash.ts';

/** What dies is the command line in a process of its own, as it is shipped: `npm run bundle` first. */
const scenarios = fileURLToPath(new URL('fixtures/scenarios', import.meta.url));
/** Many processes, on a machine that may be busy. */
const patienceMs = 300_000;

/** The calls at which it dies: one on files, the mail, and the second of three calls of one turn. */
const callAt = { workspace: 'edit_file', mail: 'send_email', second: 'run_command' } as const;
type Place = keyof typeof callAt;
const turnOf: Record<Place, number> = { workspace: 1, mail: 2, second: 3 };
/** What waits for a yes in `ask`. */
const gated = [callAt.mail, callAt.second];
/** What dies: the run from its start, one that is resumed, or one that got a yes to what it asks. */
type Act = 'run' | 'resume' | 'yes';
/** The passing of the label that the act dies at, and the call that this passing belongs to. */
type Death = [act: Act, n: number, at: Place];
/** A run dies at one call after the other, and is resumed each time. */
type Story = [labels: CrashLabel[], ...deaths: Death[]];

const both = (step: (typeof crashSteps)[number]): CrashLabel[] => [step, `after-${step}`];

/** Live, nothing asks: what is resumed dies at the next call. */
const live: Story[] = [
  [both('reply'), ['run', 1, 'workspace'], ['resume', 2, 'mail'], ['resume', 2, 'second']],
  [['save-a'], ['run', 1, 'workspace'], ['resume', 2, 'mail'], ['resume', 2, 'second']],
  [['after-save-a'], ['run', 1, 'workspace'], ['resume', 1, 'mail'], ['resume', 1, 'second']],
  [['intent-write'], ['run', 1, 'workspace'], ['resume', 2, 'mail'], ['resume', 3, 'second']],
  [['after-intent-write'], ['run', 1, 'workspace'], ['resume', 2, 'mail'], ['resume', 2, 'second']],
  [both('effect'), ['run', 1, 'workspace'], ['resume', 2, 'mail'], ['resume', 2, 'second']],
  [['effect-write'], ['run', 1, 'workspace'], ['resume', 2, 'mail'], ['resume', 2, 'second']],
  [['after-effect-write'], ['run', 1, 'workspace'], ['resume', 1, 'mail'], ['resume', 2, 'second']],
  // Turn 0 has a B too.
  [['save-b'], ['run', 2, 'workspace'], ['resume', 2, 'mail'], ['resume', 2, 'second']],
  [['after-save-b'], ['run', 2, 'workspace'], ['resume', 1, 'mail'], ['resume', 1, 'second']],
  // Every save point is captured: these are the turns' B.
  [both('capture'), ['run', 3, 'workspace'], ['resume', 3, 'mail'], ['resume', 3, 'second']],
];

/** The mail and the command wait for a yes: what comes before the question dies in another act than what comes after it. */
const ask: Story[] = [
  [both('reply'), ['run', 1, 'workspace'], ['resume', 2, 'mail'], ['yes', 1, 'second']],
  [['save-a'], ['run', 1, 'workspace'], ['resume', 2, 'mail'], ['yes', 1, 'second']],
  [['after-save-a'], ['run', 1, 'workspace'], ['resume', 1, 'mail'], ['yes', 1, 'second']],
  [both('intent-write'), ['run', 1, 'workspace'], ['yes', 1, 'mail'], ['yes', 1, 'second']],
  [both('effect'), ['run', 1, 'workspace'], ['yes', 1, 'mail'], ['yes', 1, 'second']],
  [both('effect-write'), ['run', 1, 'workspace'], ['yes', 1, 'mail'], ['yes', 1, 'second']],
  [both('save-b'), ['run', 2, 'workspace'], ['yes', 1, 'mail'], ['yes', 1, 'second']],
  // The turns' A; then a branch that comes to rest at the gate, and one that starts with a yes in hand.
  [both('capture'), ['run', 2, 'workspace'], ['resume', 3, 'mail'], ['yes', 3, 'second']],
  [both('capture'), ['run', 5, 'mail'], ['yes', 1, 'mail']],
  // Written where a branch comes to rest at the gate.
  [both('head-write'), ['run', 1, 'mail'], ['yes', 1, 'second']],
];
/** How it dies in words stands in the name of the test. */
const cases = Object.entries({ live, ask }).flatMap(([mode, stories]) =>
  stories.flatMap(([labels, ...deaths]) => {
    const how = deaths.map(death => death.join(' ')).join(', ');
    return labels.map((label): [mode: string, CrashLabel, how: string, Death[]] => [
      mode,
      label,
      how,
      deaths,
    ]);
  }),
);

/** Opened, and nothing ran. */
const lost: CrashLabel[] = ['after-intent-write', 'effect'];
/** Opened, and no end was written. */
const open: CrashLabel[] = [...lost, 'after-effect', 'effect-write'];

let runs: MortalRuns;
let undisturbed: RunState;
beforeAll(async () => {
  vi.stubEnv('FORKPOINT_SCENARIOS', scenarios);
  runs = await mortalRuns({ FORKPOINT_SCENARIOS: scenarios });
  const run = await runs.fresh();
  expect(await run.here(await wordsOf('run', 'live', run))).toBe(0);
  undisturbed = await run.state();
}, patienceMs);
afterAll(async () => {
  vi.unstubAllEnvs();
  await runs.remove();
});

test('nothing disturbs it: each effect happens once', () => {
  expect(undisturbed).toMatchObject({ at: '4-B', state: 'done', mails: 1, inDoubt: [], withoutEnd: [] });
  expect(undisturbed.effects).toEqual(['edit_file', 'send_email', 'edit_file', 'run_command']);
  expect(Object.keys(undisturbed.files).sort()).toEqual(['build.sh', 'log.txt']);
});

test.concurrent.each(cases)(
  '%s · %s · %s',
  async (mode, label, _how, deaths) => {
    const run = await runs.fresh();
    for (const [index, [act, n, place]] of deaths.entries()) {
      const died = await run.process(await wordsOf(act, mode, run), `${label}:${n}`);
      expect(died.code, `at the ${place}: ${died.said}`).toBe(137);
      expectDeathAt(place, label, await run.state());
      if (deaths[index + 1]?.[0] === 'resume') continue;
      const resumed = await run.process('resume run');
      const { waitsFor, openings } = await run.state();
      // It waits for the first that was never started: a yes in hand that was not spent is good.
      const next = gated.filter(call => mode === 'ask' && !openings[call]).slice(0, 1);
      const found = [resumed.code, waitsFor.map(({ name }) => name)];
      expect(found, `from the ${place}: ${resumed.said}`).toEqual([next.length > 0 ? 3 : 0, next]);
    }
    await run.answerAll();
    const end = endAfter(
      label,
      deaths.map(([, , place]) => place),
    );
    const state = await run.state();
    expect(state).toMatchObject({ ...end, asked: mode === 'ask' ? gated : [] });
    expect(state.files).toEqual(end.files);
  },
  patienceMs,
);

test.concurrent.each(['head-write', 'after-head-write'])(
  'live, %s: dies when it notes that it is over',
  async label => {
    const run = await runs.fresh();
    const died = await run.process(await wordsOf('run', 'live', run), `${label}:1`);
    expect(died.code, died.said).toBe(137);
    const resumed = await run.process('resume run');
    expect(resumed.code, resumed.said).toBe(0);
    expect(await run.state()).toEqual(undisturbed);
  },
  patienceMs,
);

/** A crash is proof of nothing unless it came where the table says. */
function expectDeathAt(place: Place, label: CrashLabel, { at, lastOpened }: RunState): void {
  const turn = turnOf[place];
  expect(label === 'after-save-b' ? [`${turn}-B`] : [`${turn - 1}-B`, `${turn}-A`]).toContain(at);
  if (label === 'intent-write') expect(lastOpened).toBe(place === 'workspace' ? null : 'edit_file');
  if (open.includes(label) || label === 'after-effect-write') expect(lastOpened).toBe(callAt[place]);
}

/** What is promised whatever the run went through. */
function endAfter(label: CrashLabel, places: readonly Place[]) {
  const isLost = (place: Place) => lost.includes(label) && places.includes(place);
  // A file is put back and written again; the mail may have gone out, and the command may have happened.
  const doubted = places
    .filter(place => place !== 'workspace' && open.includes(label))
    .map(place => callAt[place]);
  const { 'log.txt': log, ...files } = undisturbed.files;
  return {
    at: undisturbed.at,
    state: 'done',
    branches: ['main'],
    unanswered: 0,
    inDoubt: doubted,
    mails: isLost('mail') ? 0 : 1,
    // What is known to have happened is in the ledger, once.
    effects: undisturbed.effects.filter(name => !doubted.some(call => call === name)),
    files: isLost('second') ? files : { ...files, 'log.txt': log },
    // No yes is used twice.
    openings: { send_email: 1, run_command: 1 },
  };
}

async function wordsOf(act: Act, mode: string, run: MortalRun): Promise<string> {
  if (act === 'run') return `run --run run --scenario crashing --effects ${mode}`;
  if (act === 'resume') return 'resume run';
  const [question] = (await run.state()).waitsFor;
  return `answer run ${question?.callId} --approve`;
}
