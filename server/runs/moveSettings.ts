import type { RequestSettings, Thinking } from '../../shared/checkpoint.ts';
import type { PlannedSettings, RewindBody } from '../../shared/plan.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import { DEFAULT_MAX_TOKENS } from '../harness/branchRun.ts';
import { allTools } from '../tools/allTools.ts';

/** What a person can set for the requests after a rewind or a fork. */
export type SettingsWishes = Pick<RewindBody, 'model' | 'system' | 'thinking' | 'maxTokens' | 'tools'>;

/** Settings with what a person wants otherwise, or null where they want nothing otherwise. */
export function settingsAfter(wishes: SettingsWishes, settings: RequestSettings): RequestSettings | null {
  const { model, system, thinking, maxTokens, tools } = wishes;
  const changes: RequestSettings = {
    ...(model === undefined ? {} : { model }),
    ...(system === undefined ? {} : { system }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(tools === undefined ? {} : { tools: [...new Set(tools)].map(name => ({ name })) }),
  };
  return Object.keys(changes).length === 0 ? null : { ...settings, ...changes };
}

/**
 * What the next requests are made with, as far as a plan knows it.
 * @param writer the model of the scene that is gone on from: it is asked where no other is named
 */
export function plannedSettings(
  settings: RequestSettings,
  record: Pick<RunRecord, 'tools'>,
  writer: string | null,
): PlannedSettings {
  const { model = writer, system = null, thinking, maxTokens = DEFAULT_MAX_TOKENS } = settings;
  return {
    model,
    system,
    maxTokens,
    ...(thinking === undefined ? {} : { thinking }),
    tools: settings.tools?.map(tool => tool.name) ?? toolsOfRun(record),
    known: toolsOfRun(record),
  };
}

/** With a budget every reply of the open tool loop begins with thinking; where the model decides, none has to. */
export function needsThinking(thinking: Thinking | undefined): boolean {
  return typeof thinking === 'object' && thinking !== null;
}

/** The tools that a run has; one that named none when it began has all there are. */
export function toolsOfRun({ tools }: Pick<RunRecord, 'tools'>): string[] {
  return tools.length > 0 ? tools : allTools().map(tool => tool.name);
}
