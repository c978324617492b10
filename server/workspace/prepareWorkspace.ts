import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ForkpointError } from '../../shared/errors.ts';
import { checkedName } from '../../shared/name.ts';
import { writeError } from '../disk/diskCalls.ts';
import { statIfThere } from '../disk/readIfThere.ts';
import { temporaryPathBeside } from '../disk/temporaryName.ts';
import { renameWithRetries, syncFolder } from '../disk/writeFileAtomic.ts';
import type { Scenario } from '../scenarios/scenario.ts';

/** Where the files of a branch lie that has no folder of the person's own. */
function workspaceFolder(runFolder: string, branch: string): string {
  return join(runFolder, 'workspaces', checkedName(branch));
}

/**
 * Makes the workspace of a branch: a copy of the scenario's project, or an empty folder. It appears whole or not at
 * all, and one that is there already stays as it is. Returns its absolute path.
 * @throws ForkpointError `bad-name`, `disk-full`, `write-failed`
 */
export async function prepareWorkspace(
  scenario: Pick<Scenario, 'projectFolder'> | null,
  runFolder: string,
  branch: string,
): Promise<string> {
  const folder = workspaceFolder(runFolder, branch);
  if ((await statIfThere(folder)) !== null) return folder;
  const temporary = temporaryPathBeside(folder);
  try {
    await mkdir(temporary, { recursive: true });
    if (scenario?.projectFolder) await copyProject(scenario.projectFolder, temporary);
    await renameWithRetries(temporary, folder);
    await syncFolder(join(runFolder, 'workspaces'));
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error instanceof ForkpointError ? error : writeError(error, folder);
  }
  return folder;
}

async function copyProject(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
}
