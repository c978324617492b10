import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAIN } from '../../../shared/branch.ts';
import type { BranchState } from '../../../shared/rows.ts';
import type { Model } from '../../model/model.ts';
import type { RunStore } from '../../store/runStore.ts';
import type { Services } from '../services.ts';
import { actedServices } from './actedServices.ts';

/** A data folder with everything that acts on it, as in the server; only the model is the test's. */
export interface ActedFolder {
  folder: string;
  services: Services;
  /** Errors that nobody was told of. */
  errors: unknown[];
  /** Starts a run called `run` and waits until its branch rests. */
  play(effects?: 'live' | 'ask'): Promise<void>;
  /** Waits until a branch rests, and gives how. */
  rested(branch?: string): Promise<BranchState>;
  store(): Promise<RunStore>;
  /** Path of a file in a branch's workspace. */
  file(name: string, branch?: string): string;
  close(): Promise<void>;
}

/** @param model asked for each branch of every run */
export async function actedFolder(model: Model): Promise<ActedFolder> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-acts-')));
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  const { services, errors, store, rested } = actedServices(dataFolder, model);
  return {
    folder,
    services,
    errors,
    store,
    rested: async branch => (await rested(branch)).state,
    async play(effects = 'live') {
      await services.commands.startRun({ task: 'Do the work.', run: 'run', effects, model: 'claude-test-1' });
      await rested();
    },
    file: (name, branch = MAIN) => join(dataFolder, 'run', 'workspaces', branch, name),
    async close() {
      await services.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
