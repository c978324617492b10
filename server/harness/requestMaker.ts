import type { Edit } from '../../shared/decision.ts';
import { messageModels } from '../../shared/messageModels.ts';
import { repairMessages } from '../../shared/repairMessages.ts';
import type { ModelRequest } from '../model/model.ts';
import type { BranchRun } from './branchRun.ts';
import { type ReadableScene, wordsOf } from './recordTurn.ts';

/** A request, and what was mended in its copy of the stored messages that was not mended in an earlier one. */
export interface Asked {
  request: ModelRequest;
  edits: Edit[];
}

/** Makes the request that follows a scene. `input`: the person's words, a message of their own behind what is stored. */
export type MakeRequest = (head: ReadableScene, input: string | null) => Asked;

/**
 * Makes requests from stored messages. Where those would break the rules of the API a repaired copy is sent; what is
 * stored never changes.
 * @param start id of the scene that the branch goes on from: replies after it are the asked model's own
 */
export async function requestMaker(
  { branch, settings, tools }: Pick<BranchRun, 'branch' | 'settings' | 'tools'>,
  start: string,
): Promise<MakeRequest> {
  const { scenes } = await branch.run.rows();
  const byId = new Map(scenes.filter(row => row.problem === null).map(row => [row.id, row]));
  const models = messageModels(byId, start, settings.model);
  const offered = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: inputSchema,
  }));
  const told = new Set<string>();
  return ({ checkpoint }, input) => {
    const { messages: stored, stopReason = null } = checkpoint;
    const context = { stopReason, model: settings.model, models };
    const { messages, problems } = repairMessages([...stored, ...wordsOf(input)], context);
    const codes = [...new Set(problems.map(({ code }) => code))].filter(code => !told.has(code));
    for (const code of codes) told.add(code);
    return {
      request: { ...settings, messages: [...messages], tools: offered },
      edits: codes.length === 0 ? [] : [{ kind: 'repaired', codes }],
    };
  };
}
