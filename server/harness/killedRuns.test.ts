import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type MortalRuns, mortalRuns } from '../cli/testing/mortalRuns.ts';
import type { RunState } from '../cli/testing/runState.ts';
import { randomFrom } from '../store/testing/randomFrom.ts';

/** What is killed is the command line in a process of its own, as it is shipped: `npm run bundle` first. */
const scenarios = fileURLToPath(new URL('fixtures/scenarios', import.meta.url));
const patienceMs = 300_000;
const words = 'run --run run --scenario interrupted';

/** The whole run tells of about forty events. */
const seed = 20_261_130;
const random = randomFrom(seed);
const kills = Array.from({ length: 20 }, (_, index) => ({
  number: index + 1,
  k: 1 + Math.floor(random() * 36),
  seed,
}));

let runs: MortalRuns;
let undisturbed: RunState;
let killedOnTheWay = 0;
beforeAll(async () => {
  vi.stubEnv('FORKPOINT_SCENARIOS', scenarios);
  runs = await mortalRuns({ FORKPOINT_SCENARIOS: scenarios });
  const run = await runs.fresh();
  expect(await run.here(words)).toBe(0);
  undisturbed = await run.state();
}, patienceMs);
afterAll(async () => {
  vi.unstubAllEnvs();
  await runs.remove();
});

test('nothing disturbs it: each effect happens once', () => {
  expect(undisturbed).toMatchObject({
    at: '7-B',
    state: 'done',
    mails: 1,
    tickets: ['Read the notes', 'Keep the notes'],
    inDoubt: [],
    withoutEnd: [],
  });
  expect(Object.keys(undisturbed.files).sort()).toEqual(['list.sh', 'log.txt', 'notes.md']);
});

test.concurrent.each(kills)(
  'kill $number of seed $seed, after event $k: the run comes to the same end',
  async ({ k }) => {
    const run = await runs.fresh();
    await run.killedAfter(k, words);
    const before = await run.state();
    if (before.at !== undisturbed.at) killedOnTheWay += 1;
    const resumed = await run.process('resume run');
    expect(resumed.code, resumed.said).toBe(0);

    const state = await run.state();
    // What can neither be asked nor be run again for sure, and was not known to have ended.
    const doubted: string[] = before.withoutEnd.filter(
      call => call === 'send_email' || call === 'run_command',
    );
    const isUnknown = (call: string) => doubted.includes(call);
    expect(state).toMatchObject({
      at: undisturbed.at,
      state: 'done',
      unanswered: 0,
      inDoubt: doubted,
      mails: isUnknown('send_email') ? before.mails : 1,
      tickets: undisturbed.tickets,
      effects: undisturbed.effects.filter(call => !isUnknown(call)),
      openings: { send_email: 1, run_command: 1 },
    });
    // The command alone writes the log.
    const filesOf = ({ files: { 'log.txt': log, ...files } }: RunState) =>
      isUnknown('run_command') ? files : { ...files, 'log.txt': log };
    expect(filesOf(state)).toEqual(filesOf(undisturbed));
  },
  patienceMs,
);

test('most of the kills hit the run on its way', () => {
  expect(killedOnTheWay).toBeGreaterThanOrEqual(15);
});
