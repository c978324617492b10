import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pairCalls } from '../../shared/calls.ts';
import { textOfResult } from '../../shared/message.ts';
import { runCommandLine } from '../cli/commandLine.ts';
import { realParts } from '../cli/realParts.ts';
import { forkpoint } from '../cli/testing/forkpointProcess.ts';
import { openRun } from '../store/fileStore.ts';
import { randomFrom } from '../store/testing/randomFrom.ts';
import { loadTickets } from '../tools/tickets.ts';
import type { CrashLabel } from './crash.ts';

/** What dies is the command line in a process of its own, as it is shipped: compile first. */
const scenarios = fileURLToPath(new URL('fixtures/scenarios', import.meta.url));
/** More processes at once would only wait for each other. */
const atOnce = 2;
/** For all that happens before the first test of a group, on a busy machine. */
const patienceMs = 300_000;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forkpoint-crash-'));
  vi.stubEnv('FORKPOINT_SCENARIOS', scenarios);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const wordsOfRun = (id: string, paceMs: number) =>
  `run --scenario interrupted --run ${id} --pace ${paceMs} --json`.split(' ');
const wordsOfResume = (id: string) => `resume ${id} --pace 0 --json`.split(' ');

const inProcess = (words: string[], env: NodeJS.ProcessEnv = {}) =>
  forkpoint(folder, words, { FORKPOINT_SCENARIOS: scenarios, ...env });

/** The same command line in this process, which need not start anew each time. */
async function here(words: string[]): Promise<number> {
  const streams = { stdout: new PassThrough().resume(), stderr: new PassThrough().resume() };
  return await runCommandLine([...words, '--data', join(folder, '.forkpoint')], {
    ...streams,
    env: {},
    platform: process.platform,
    interrupt: { onFirst: () => undefined },
    parts: realParts,
  });
}

/** What a run has come to: in the world, in its files, and in what its model was told. */
async function stateOf(id: string) {
  const runFolder = join(folder, '.forkpoint', id);
  const branch = openRun(runFolder, { id, cacheFolder: null, readOnly: true }).branch('main');
  const head = await branch.loadLatest();
  const calls = pairCalls(head?.checkpoint?.messages ?? []);
  const told = calls.map(({ call, result }) => ({
    name: call.name,
    text: result ? textOfResult(result) : null,
  }));
  const outbox = await readdir(join(runFolder, 'outbox')).catch(() => []);
  return {
    at: head ? `${head.row.turn}-${head.row.point}` : 'nowhere',
    unanswered: told.filter(({ text }) => text === null).length,
    inDoubt: told.filter(({ text }) => text?.includes('may have happened')).map(({ name }) => name),
    mails: outbox.length,
    tickets: (await loadTickets(runFolder)).map(ticket => ticket.title),
    effects: (await branch.loadEffects()).map(row => row.name),
    files: await filesIn(join(runFolder, 'workspaces', 'main')),
  };
}
type State = Awaited<ReturnType<typeof stateOf>>;

async function filesIn(path: string): Promise<Record<string, string>> {
  const names = (await readdir(path)).sort();
  const read = names.map(async name => [name, await readFile(join(path, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** Does some work for each of many, a few at once. */
async function forEach<T>(many: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = [...many];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** The end of a run that nothing disturbed. */
const end = {
  at: '7-B',
  unanswered: 0,
  mails: 1,
  tickets: ['Read the notes', 'Keep the notes'],
  files: { 'list.txt': 'first\nsecond\n', 'log.txt': 'told\n', 'notes.md': 'two\n' },
};

test('a run that nothing disturbs', async () => {
  expect(await here(wordsOfRun('whole', 0))).toBe(0);
  const state = await stateOf('whole');
  expect(state).toMatchObject({ ...end, inDoubt: [] });
  expect(state.files).toEqual(end.files);
});

type Place = 'workspace' | 'mail' | 'second';

/** The passing of each step at a workspace call, at the mail, and at the second of three calls of one turn. */
const passings: [step: string, of: Record<Place, number>][] = [
  ['reply', { workspace: 1, mail: 2, second: 3 }],
  ['save-a', { workspace: 1, mail: 2, second: 3 }],
  ['intent-write', { workspace: 1, mail: 2, second: 4 }],
  ['effect', { workspace: 1, mail: 2, second: 4 }],
  ['effect-write', { workspace: 1, mail: 2, second: 4 }],
  // Turn 0 has a B too, and is captured.
  ['save-b', { workspace: 2, mail: 3, second: 4 }],
  ['capture', { workspace: 2, mail: 4, second: 6 }],
];
const placed = passings.flatMap(([step, of]) =>
  (['workspace', 'mail', 'second'] as const).flatMap(place =>
    [step, `after-${step}`].map(label => ({ place, label, n: of[place] })),
  ),
);
// The head is written when the run is over; a rewind writes it too.
const atTheEnd = ['head-write', 'after-head-write'].map(label => ({ place: null, label, n: 1 }));
const cases = [...placed, ...atTheEnd].map(entry => ({ ...entry, id: `${entry.label}-${entry.n}` }));

/** Opened, and nothing ran. */
const lost: string[] = ['after-intent-write', 'effect'] satisfies CrashLabel[];
/** Opened, and its end was not written. */
const open: string[] = [...lost, 'after-effect', 'effect-write'];

describe('a crash at every step', () => {
  const seen = new Map<string, { crashed: number | null; resumed: number; state: State }>();
  beforeAll(async () => {
    await forEach(cases, async ({ id, label, n }) => {
      const crashed = await inProcess(wordsOfRun(id, 0), { CRASH_AFTER: `${label}:${n}` }).ended;
      const resumed = await here(wordsOfResume(id));
      seen.set(id, { crashed, resumed, state: await stateOf(id) });
    });
  }, patienceMs);

  test.each(cases)('$label:$n', ({ id, place, label }) => {
    const { crashed, resumed, state } = seen.get(id) ?? {};
    expect(crashed).toBe(137);
    // A run that came to its end has nothing to resume.
    expect(resumed).toBe(place === null ? 1 : 0);
    const isOpen = open.includes(label);
    const isLost = lost.includes(label);
    // The command may have happened, the mail too; a file is put back and written again.
    const doubted = { workspace: null, mail: 'send_email', second: 'run_command' }[place ?? 'workspace'];
    expect(state?.inDoubt).toEqual(isOpen && doubted !== null ? [doubted] : []);
    expect(state).toMatchObject({ ...end, mails: isLost && place === 'mail' ? 0 : 1, files: {} });
    const { 'log.txt': log, ...files } = end.files;
    expect(state?.files).toEqual(isLost && place === 'second' ? files : { ...files, 'log.txt': log });
    // Every effect that is known is in the ledger once.
    const isKnown = (name: string) => !state?.inDoubt.includes(name);
    const allEffects = ['write_file', 'send_email', 'edit_file', 'run_command', 'edit_file'];
    const effects = [...allEffects, 'create_ticket', 'ensure_ticket', 'delete_file'].filter(isKnown);
    expect(state?.effects).toEqual(effects);
  });
});

describe('a kill after the k-th event', () => {
  const random = randomFrom(20_261_130);
  const kills = Array.from({ length: 20 }, (_, index) => ({
    id: `kill-${index}`,
    k: 1 + Math.floor(random() * 30),
  }));
  const seen = new Map<string, { before: State; after: State; code: number | null }>();
  beforeAll(async () => {
    await forEach(kills, async ({ id, k }) => {
      await killAfterEvent(id, k);
      const before = await stateOf(id);
      const code = await inProcess(wordsOfResume(id)).ended;
      seen.set(id, { before, code, after: await stateOf(id) });
    });
  }, patienceMs);

  test.each(kills)('$k: the run comes to the same end', ({ id }) => {
    const { before, after, code } = seen.get(id) ?? {};
    expect(code).toBe(before?.at === end.at ? 1 : 0);
    expect(after).toMatchObject({ at: end.at, unanswered: 0, tickets: end.tickets });
    const mails = after?.mails ?? Number.NaN;
    if (after?.inDoubt.includes('send_email')) expect(mails).toBeLessThanOrEqual(1);
    else expect(mails).toBe(1);
    if (after?.inDoubt.length === 0) expect(after.files).toEqual(end.files);
  });

  test('most of the kills hit the run on its way', () => {
    const onTheWay = [...seen.values()].filter(({ before }) => before.at !== end.at);
    expect(onTheWay.length).toBeGreaterThanOrEqual(15);
  });
});

async function killAfterEvent(id: string, k: number): Promise<void> {
  const { child, ended } = inProcess(wordsOfRun(id, 25));
  let events = 0;
  child.stdout?.on('data', (chunk: string) => {
    events += chunk.split('\n').length - 1;
    if (events >= k) child.kill('SIGKILL');
  });
  await ended;
}
