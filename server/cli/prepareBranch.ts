import { type BranchRecord, MAIN } from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import type { Price } from '../../shared/price.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import { DEFAULT_MAX_TOKENS, type ModelSettings } from '../harness/branchRun.ts';
import type { Model } from '../model/model.ts';
import { scriptedModel } from '../model/scripted.ts';
import type { Prices } from '../prices/pricesFile.ts';
import type { Crashes } from '../runs/crashes.ts';
import type { Prepared, ToPrepare } from '../runs/inProcessRunner.ts';
import { findScenario } from '../scenarios/findScenario.ts';
import { allTools } from '../tools/allTools.ts';
import { prepareWorkspace } from '../workspace/prepareWorkspace.ts';
import type { RunFiles } from '../workspace/runFiles.ts';

const systemOfTasks = `You are an agent that works in a folder of files with the tools you are given.
Paths are relative to that folder. Look before you change something, check what you did, and say at the end,
in a few sentences, what you did and what is left open.`;

/** What branches of one data folder are prepared with. */
export interface PrepareParts {
  defaultModel: string;
  /** The folder of a run. */
  folderOf(run: string): Promise<string>;
  filesOf(run: string): Promise<RunFiles>;
  crashes: Crashes;
  /** What models cost. */
  readPrices(): Promise<Prices>;
  /** Puts back what a crash kept the latest move of a branch from putting back. */
  finishMove(run: string, branch: string): Promise<void>;
}

/** What a branch runs with: the model that its settings name, or its scenario, and the tools that it or its run asked for. */
export async function prepareBranch(
  { defaultModel, folderOf, filesOf, crashes, readPrices, finishMove }: PrepareParts,
  { run, record, branch }: ToPrepare,
  options: { paceMs?: number },
): Promise<Prepared> {
  const scenario = record.scenario === null ? null : await findScenario(record.scenario);
  const runFolder = await folderOf(run);
  const files = await filesOf(run);
  const settings: ModelSettings = {
    model: branch.settings.model ?? scenario?.model ?? defaultModel,
    system: branch.settings.system ?? scenario?.system ?? systemOfTasks,
    maxTokens: branch.settings.maxTokens ?? DEFAULT_MAX_TOKENS,
    ...(branch.settings.thinking !== undefined && { thinking: branch.settings.thinking }),
    ...(branch.settings.betas && { betas: branch.settings.betas }),
  };
  const price = record.limits.costUsd === null ? null : await priceFor(settings.model, readPrices);
  await finishMove(run, branch.name);
  const isOwnFolder = branch.name === MAIN && record.workspace !== null;
  if (!isOwnFolder) await prepareWorkspace(scenario, runFolder, branch.name);
  // Who wants no pause wants no typing either; any other pace is a pause between turns that are typed as ever.
  const typing = options.paceMs === 0 ? { paceMs: 0 } : {};
  return {
    model: scenario ? scriptedModel(scenario, typing) : await modelOfApi(),
    ...deskOf(record, branch, runFolder, files),
    settings,
    limits: record.limits,
    ...(price && { price }),
    captureFiles: () => files.capture(branch.name),
    crashPoint: crashes.of(run),
  };
}

/** A limit on cost is kept by the person's own table: one that cannot be read is no table without this model. @throws ForkpointError what is wrong with it */
async function priceFor(model: string, readPrices: PrepareParts['readPrices']): Promise<Price | null> {
  const { problem, priceOf } = await readPrices();
  if (problem !== null) throw ForkpointError.from(problem);
  return priceOf(model);
}

/** The SDK is loaded where it is used: a scenario needs none of it. */
async function modelOfApi(): Promise<Model> {
  const { anthropicModel } = await import('../model/anthropic.ts');
  return anthropicModel();
}

/** What the calls of a branch are answered with, for those too who only look at them. */
export function deskOf(
  record: RunRecord,
  { name, settings }: Pick<BranchRecord, 'name' | 'settings'>,
  runFolder: string,
  files: RunFiles,
): Pick<Prepared, 'tools' | 'context'> {
  const offered = settings.tools?.map(tool => tool.name) ?? null;
  const isOffered = (tool: string) =>
    offered === null ? record.tools.length === 0 || record.tools.includes(tool) : offered.includes(tool);
  return {
    tools: allTools().filter(tool => isOffered(tool.name)),
    context: { workspace: files.folderOf(name), runFolder },
  };
}
