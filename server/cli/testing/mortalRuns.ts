import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fastFolder } from '../../workspace/testing/fastFolder.ts';
import { runCommandLine } from '../commandLine.ts';
import { realParts } from '../realParts.ts';
import { forkpoint } from './forkpointProcess.ts';
import { type RunState, stateOfRun } from './runState.ts';

/** How a process ended, with what it said, for who has to find out why. */
export interface Ended {
  code: number | null;
  said: string;
}

/** A run called `run` in a data folder of its own, which processes die over. */
export interface MortalRun {
  /** The run's own. */
  folder: string;
  /**
   * A command line as it is shipped, in a process of its own. The words end before `--json` and `--pace`.
   * @param crash `<label>:<n>`: where it dies
   */
  process(words: string, crash?: string): Promise<Ended>;
  /** As `process`; killed as soon as it has told of `k` events, unless it ends before. */
  killedAfter(k: number, words: string): Promise<void>;
  /** A command line in this process, for what has to come before or after and is not what is tested. */
  here(words: string): Promise<number>;
  /** The person answers, in this process, whatever is asked: all may run, but no mail a second time. */
  answerAll(): Promise<void>;
  state(branch?: string): Promise<RunState>;
  /** The same run in another folder. */
  copy(): Promise<MortalRun>;
}

export interface MortalRuns {
  fresh(): Promise<MortalRun>;
  remove(): Promise<void>;
}

/** More processes at once would only wait for each other. */
const inTurn = atMost(availableParallelism());
/** Between turns where a run is to be killed on its way: time for its events to be read. */
const killPaceMs = 25;

/** @param env of the processes; `here` runs in the environment of the test */
export async function mortalRuns(env: NodeJS.ProcessEnv): Promise<MortalRuns> {
  const root = await fastFolder();
  const newFolder = () => mkdtemp(join(root, 'run-'));
  const start = (folder: string, words: string, paceMs: number, more: NodeJS.ProcessEnv = {}) =>
    forkpoint(folder, wordsOf(words, paceMs), { ...env, ...more });

  const runIn = (folder: string): MortalRun => {
    const runFolder = join(folder, '.forkpoint', 'run');
    const state: MortalRun['state'] = branch => stateOfRun(runFolder, branch);
    const here: MortalRun['here'] = words => runHere(folder, wordsOf(words, 0));
    return {
      folder: runFolder,
      here,
      state,
      process: (words, crash) =>
        inTurn(async () => {
          const { ended, said } = start(folder, words, 0, crash === undefined ? {} : { CRASH_AFTER: crash });
          const code = await ended;
          return { code, said: `${words}: ${said.stderr}` };
        }),
      killedAfter: (k, words) =>
        inTurn(async () => {
          const { child, ended } = start(folder, words, killPaceMs);
          let events = 0;
          child.stdout?.on('data', (chunk: string) => {
            events += chunk.split('\n').length - 1;
            if (events >= k) child.kill('SIGKILL');
          });
          await ended;
        }),
      async answerAll() {
        for (let asked = (await state()).waitsFor; asked.length > 0; asked = (await state()).waitsFor) {
          for (const { callId, name, isRepeat, branch } of asked) {
            const verdict = isRepeat && name === 'send_email' ? '--refuse' : '--approve';
            await here(`answer run ${callId} --branch ${branch} ${verdict}`);
          }
        }
      },
      async copy() {
        const to = await newFolder();
        await cp(folder, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
        return runIn(to);
      },
    };
  };
  return {
    fresh: async () => runIn(await newFolder()),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function wordsOf(words: string, paceMs: number): string[] {
  return [...words.split(' '), '--pace', String(paceMs), '--json'];
}

async function runHere(folder: string, words: readonly string[]): Promise<number> {
  await mkdir(folder, { recursive: true });
  return await runCommandLine([...words, '--data', join(folder, '.forkpoint')], {
    stdout: new PassThrough().resume(),
    stderr: new PassThrough().resume(),
    env: {},
    platform: process.platform,
    interrupt: { onFirst: () => undefined },
    parts: realParts,
  });
}

/** Lets `count` pieces of work go on at once; the others wait for their turn. */
function atMost(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = count;
  const waiting: (() => void)[] = [];
  return async work => {
    if (free === 0) await new Promise<void>(resolve => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
