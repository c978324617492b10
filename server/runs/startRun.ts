import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { StartBody } from '../../shared/api.ts';
import { MAIN } from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { firstWords } from '../../shared/message.ts';
import { checkedName, slugFromTitle } from '../../shared/name.ts';
import { RUN_VERSION, type RunRecord } from '../../shared/runRecord.ts';
import { checkedOwnFolder } from '../workspace/workspaceRoot.ts';
import type { CommandParts } from './commands.ts';

/** What a new run takes from its scenario. */
export interface ScenarioInfo {
  id: string;
  title: string;
  task: string;
  model: string;
  checks: string[];
}

/**
 * Starts a run in the background and gives its id. Everything that can be refused is refused before its folder is made.
 * @throws ForkpointError `bad-request`, `bad-name`, `name-taken`, `no-key`, `no-such-scenario`, `bad-workspace`
 */
export async function startRun(parts: CommandParts, body: StartBody): Promise<string> {
  const scenario = body.scenario === undefined ? null : await parts.findScenario(body.scenario);
  const task = taskOf(body, scenario);
  if (!scenario && !parts.hasKey) throw new ForkpointError('no-key', {});
  const workspace =
    body.workspace === undefined ? null : await checkedOwnFolder(body.workspace, parts.dataFolder);
  const effects = body.effects ?? (scenario ? 'live' : 'ask');
  const title = scenario?.title ?? firstWords(task, 80);
  const id = body.run === undefined ? newId(scenario?.id ?? title) : checkedName(body.run);
  const record: RunRecord = {
    version: RUN_VERSION,
    id,
    title,
    task,
    created: new Date().toISOString(),
    scenario: scenario?.id ?? null,
    workspace,
    checks: [...new Set([...(scenario?.checks ?? []), ...(body.checks ?? [])])],
    tools: parts.toolNames,
    limits: { turns: body.maxTurns ?? null, tokens: null, seconds: null, costUsd: null },
  };
  const model = body.model ?? (scenario ? scenario.model : parts.defaultModel);
  await parts.createRun(parts.dataFolder, record, { effects, settings: { model } });
  if (workspace === null) await parts.prepareWorkspace(join(parts.dataFolder, id), record.scenario);
  await parts.runner.start(id, MAIN, body.paceMs === undefined ? {} : { paceMs: body.paceMs });
  return id;
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
