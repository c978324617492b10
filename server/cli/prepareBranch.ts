import { join } from 'node:path';
import type { BranchRecord } from '../../shared/branch.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import type { ModelSettings } from '../harness/branchRun.ts';
import { anthropicModel } from '../model/anthropic.ts';
import { scriptedModel } from '../model/scripted.ts';
import type { Prepared } from '../runs/inProcessRunner.ts';
import { findScenario } from '../scenarios/findScenario.ts';
import { allTools } from '../tools/allTools.ts';
import { prepareWorkspace } from '../workspace/prepareWorkspace.ts';

const MAX_TOKENS = 16_000;

const systemOfTasks = `You are an agent that works in a folder of files with the tools you are given.
Paths are relative to that folder. Look before you change something, check what you did, and say at the end,
in a few sentences, what you did and what is left open.`;

/** What a branch runs with: the model that its settings name, or its scenario, and the tools its run asked for. */
export async function prepareBranch(
  dataFolder: string,
  defaultModel: string,
  run: RunRecord,
  branch: BranchRecord,
  options: { paceMs?: number },
): Promise<Prepared> {
  const scenario = run.scenario === null ? null : await findScenario(run.scenario);
  const runFolder = join(dataFolder, run.id);
  const settings: ModelSettings = {
    model: branch.settings.model ?? scenario?.model ?? defaultModel,
    system: branch.settings.system ?? scenario?.system ?? systemOfTasks,
    maxTokens: branch.settings.maxTokens ?? MAX_TOKENS,
    ...(branch.settings.betas && { betas: branch.settings.betas }),
  };
  // Who wants no pause wants no typing either; any other pace is a pause between turns that are typed as ever.
  const typing = options.paceMs === 0 ? { paceMs: 0 } : {};
  return {
    model: scenario ? scriptedModel(scenario, typing) : anthropicModel(),
    tools: allTools().filter(tool => run.tools.length === 0 || run.tools.includes(tool.name)),
    settings,
    limits: run.limits,
    context: { workspace: await prepareWorkspace(scenario, runFolder, branch.name), runFolder },
  };
}
