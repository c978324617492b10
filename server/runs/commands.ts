import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StartBody } from '../../shared/api.ts';
import { type EffectsMode, MAIN } from '../../shared/branch.ts';
import type { RequestSettings } from '../../shared/checkpoint.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { firstWords } from '../../shared/message.ts';
import { checkedName, slugFromTitle } from '../../shared/name.ts';
import { RUN_VERSION, type RunRecord } from '../../shared/runRecord.ts';
import type { RunIndex } from './runIndex.ts';
import type { Runner } from './runner.ts';
import { clearStopRequest, ownerOf, requestStop } from './stopRequests.ts';

/** What the commands act through. */
export interface CommandParts {
  dataFolder: string;
  index: RunIndex;
  runner: Runner;
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
  /** Copies a folder or a transcript into the data folder as a run of ours, and gives its id. */
  importRun(path: string, dataFolder: string): Promise<string>;
}

/** What a new run takes from its scenario. */
export interface ScenarioInfo {
  id: string;
  title: string;
  task: string;
  model: string;
  checks: string[];
}

/** What people do to runs, from the page or the command line alike. */
export interface RunCommands {
  /** Starts a run in the background and gives its id. */
  startRun(body: StartBody): Promise<string>;
  /** Stops one branch or all, whichever process runs them; gives the branches that now stand still. */
  stopRun(run: string, branch?: string): Promise<string[]>;
  openPath(path: string): Promise<string>;
  importPath(path: string): Promise<string>;
}

const STOP_WITHIN_SECONDS = 10;
const LOOK_EVERY_MS = 100;

export function runCommands(parts: CommandParts): RunCommands {
  return {
    startRun: body => startRun(parts, body),
    stopRun: (run, branch) => stopRun(parts, run, branch),
    openPath: path => parts.index.openPath(path),
    importPath: path => parts.importRun(path, parts.dataFolder),
  };
}

/**
 * Everything that can be refused is refused before the run's folder is made.
 * @throws ForkpointError `bad-request`, `bad-name`, `name-taken`, `no-key`, `no-such-scenario`, `mode-not-runnable`
 */
async function startRun(parts: CommandParts, body: StartBody): Promise<string> {
  const scenario = body.scenario === undefined ? null : await parts.findScenario(body.scenario);
  const task = taskOf(body, scenario);
  if (!scenario && !parts.hasKey) throw new ForkpointError('no-key', {});
  const effects = body.effects ?? (scenario ? 'live' : 'ask');
  if (effects !== 'live') throw new ForkpointError('mode-not-runnable', { branch: MAIN, mode: effects });

  const title = scenario?.title ?? firstWords(task, 80);
  const id = body.run === undefined ? newId(scenario?.id ?? title) : checkedName(body.run);
  const record: RunRecord = {
    version: RUN_VERSION,
    id,
    title,
    task,
    created: new Date().toISOString(),
    scenario: scenario?.id ?? null,
    workspace: null,
    checks: scenario?.checks ?? [],
    tools: parts.toolNames,
    limits: { turns: body.maxTurns ?? null, tokens: null, seconds: null, costUsd: null },
  };
  const model = body.model ?? (scenario ? scenario.model : parts.defaultModel);
  await createUnlessTaken(parts, record, { effects, settings: { model } });
  await parts.prepareWorkspace(join(parts.dataFolder, id), scenario?.id ?? null);
  await parts.runner.start(id, MAIN, body.paceMs === undefined ? {} : { paceMs: body.paceMs });
  return id;
}

/** Another process may have taken the id since it was looked for. @throws ForkpointError `name-taken` */
async function createUnlessTaken(
  parts: CommandParts,
  record: RunRecord,
  main: Parameters<CommandParts['createRun']>[2],
): Promise<void> {
  try {
    await parts.createRun(parts.dataFolder, record, main);
  } catch (error) {
    if (!isForkpointError(error, 'already-saved')) throw error;
    throw new ForkpointError('name-taken', { name: record.id }, { cause: error });
  }
}

/** A task of one's own, or the scenario's. @throws ForkpointError `bad-request` */
function taskOf(body: StartBody, scenario: ScenarioInfo | null): string {
  if (scenario && body.task !== undefined) {
    throw new ForkpointError('bad-request', { detail: 'give a task or a scenario, not both' });
  }
  const task = scenario?.task ?? body.task;
  if (task === undefined || task.trim() === '') {
    throw new ForkpointError('bad-request', { detail: 'give a task or a scenario' });
  }
  return task;
}

function newId(title: string): string {
  return `${slugFromTitle(title, 'run')}-${randomBytes(3).toString('hex')}`;
}

/** @throws ForkpointError `no-such-run`, `no-such-branch`, `read-only`, `not-running`, `still-running` */
async function stopRun(parts: CommandParts, run: string, branch?: string): Promise<string[]> {
  const store = await parts.index.store(run);
  const names = await store.branchNames();
  if (branch !== undefined && !names.includes(branch))
    throw new ForkpointError('no-such-branch', { run, branch });
  const folder = join(parts.dataFolder, run);
  const owned = branch === undefined ? names : [branch];
  const running = await Promise.all(
    owned.map(async name => ((await ownerOf(folder, name)) === null ? [] : [name])),
  );
  const here = await parts.runner.stop(run, branch);
  const elsewhere = running.flat().filter(name => !here.includes(name));
  await Promise.all(elsewhere.map(name => stopElsewhere(folder, run, name)));
  const stopped = [...here, ...elsewhere];
  if (stopped.length === 0) throw new ForkpointError('not-running', { run });
  return stopped;
}

async function stopElsewhere(folder: string, run: string, branch: string): Promise<void> {
  await requestStop(folder, branch);
  const deadline = Date.now() + STOP_WITHIN_SECONDS * 1000;
  while ((await ownerOf(folder, branch)) !== null) {
    if (Date.now() > deadline)
      throw new ForkpointError('still-running', { run, seconds: STOP_WITHIN_SECONDS });
    await sleep(LOOK_EVERY_MS);
  }
  await clearStopRequest(folder, branch);
}
