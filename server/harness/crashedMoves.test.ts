import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type MortalRun, type MortalRuns, mortalRuns } from '../cli/testing/mortalRuns.ts';
import type { RunState } from '../cli/testing/runState.ts';

/** What dies is the command line in a process of its own, as it is shipped: `npm run bundle` first. */
const scenarios = fileURLToPath(new URL('fixtures/scenarios', import.meta.url));
const patienceMs = 300_000;

let runs: MortalRuns;
let undisturbed: RunState;
/** Every call has ended, and the last reply is still to come. */
let unfinished: MortalRun;
/** In `ask`: the mail waits for a yes. */
let waiting: MortalRun;
beforeAll(async () => {
  vi.stubEnv('FORKPOINT_SCENARIOS', scenarios);
  runs = await mortalRuns({ FORKPOINT_SCENARIOS: scenarios });
  unfinished = await runs.fresh();
  expect((await unfinished.process('run --run run --scenario crashing', 'reply:4')).code).toBe(137);
  const whole = await unfinished.copy();
  expect(await whole.here('resume run')).toBe(0);
  undisturbed = await whole.state();
  waiting = await runs.fresh();
  expect(await waiting.here('run --run run --scenario crashing --effects ask')).toBe(3);
}, patienceMs);
afterAll(async () => {
  vi.unstubAllEnvs();
  await runs.remove();
});

/**
 * A rewind that died has not begun or is finished by resume. A mail that comes a second time waits at the gate, and so does
 * a command that ended before its files were put back.
 */
const rewinds: [crash: string, to: string, moves: number, code: number, waitsFor: string[]][] = [
  // What the calls of the scene did so far is written first: the second write of the head is the move.
  ['head-write:2', '1-A', 0, 0, []],
  ['after-head-write:2', '1-A', 1, 3, ['send_email']],
  ['head-write:2', '2-A', 0, 0, []],
  ['after-head-write:2', '2-A', 1, 0, []],
  ['head-write:2', '3-A', 0, 0, []],
  ['after-head-write:2', '3-A', 1, 3, ['run_command']],
  ['restore:1', '1-A', 1, 3, ['send_email']],
  ['after-restore:1', '1-A', 1, 3, ['send_email']],
];
test.concurrent.each(rewinds)(
  'live, %s: a rewind to %s dies, and the run comes to its end',
  async (crash, to, moves, code, waitsFor) => {
    const run = await unfinished.copy();
    await expectDeath(run, `rewind run --to ${to}`, crash, moves);
    await expectRest(run, 'main', code, waitsFor);
    await run.answerAll();
    const { at, files } = undisturbed;
    const state = await run.state();
    expect(state).toMatchObject({ at, state: 'done', moves, unanswered: 0, inDoubt: [], mails: 1 });
    expect(state.files).toEqual(files);
  },
  patienceMs,
);

test.concurrent.each([
  ['head-write:2', 0],
  ['after-head-write:2', 1],
])(
  'ask, %s: a rewind from the gate dies, and the mail waits for a yes as before',
  async (crash, moves) => {
    const run = await waiting.copy();
    await expectDeath(run, 'rewind run --to 1-A', crash, moves);
    await expectRest(run, 'main', 3, ['send_email']);
    await run.answerAll();
    const { at, files } = undisturbed;
    const state = await run.state();
    expect(state).toMatchObject({ at, state: 'done', mails: 1, openings: { send_email: 1, run_command: 1 } });
    expect(state.files).toEqual(files);
  },
  patienceMs,
);

test.concurrent(
  'live, fork: a fork that died has not begun, and can be made',
  async () => {
    const run = await unfinished.copy();
    await expectDeath(run, 'fork run --from 2-A --name plan-b', 'fork:1', 0);
    expect((await run.state()).branches).toEqual(['main']);
    await expectRest(run, 'main', 0, []);
    expect(await run.state()).toMatchObject({ files: undisturbed.files, mails: 1, inDoubt: [] });
    expect(await run.here('fork run --from 2-A --name plan-b')).toBe(0);
  },
  patienceMs,
);

test.concurrent(
  'live, after-fork: a fork that died is there whole, and sends no second mail',
  async () => {
    const run = await unfinished.copy();
    await expectDeath(run, 'fork run --from 2-A --name plan-b', 'after-fork:1', 0);
    await expectRest(run, 'plan-b', 3, ['run_command']);
    await run.answerAll();
    const state = await run.state('plan-b');
    expect(state).toMatchObject({
      at: undisturbed.at,
      state: 'done',
      mails: 1,
      openings: { run_command: 1 },
    });
    expect(state.files).toEqual(undisturbed.files);
  },
  patienceMs,
);

/** A crash is proof of nothing unless it came where the table says. */
async function expectDeath(run: MortalRun, words: string, crash: string, moves: number): Promise<void> {
  const died = await run.process(words, crash);
  expect(died.code, died.said).toBe(137);
  expect((await run.state()).moves, died.said).toBe(moves);
}

async function expectRest(run: MortalRun, branch: string, code: number, waitsFor: string[]): Promise<void> {
  const resumed = await run.process(`resume run --branch ${branch}`);
  const found = (await run.state(branch)).waitsFor.map(({ name }) => name);
  expect([resumed.code, found], resumed.said).toEqual([code, waitsFor]);
}
