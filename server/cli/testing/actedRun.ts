import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { MAIN } from '../../../shared/branch.ts';
import type { BranchState } from '../../../shared/rows.ts';
import { environmentFrom } from '../../config.ts';
import type { Model } from '../../model/model.ts';
import { inProcessRunner } from '../../runs/inProcessRunner.ts';
import type { RunStore } from '../../store/runStore.ts';
import { outputTo } from '../output.ts';
import { prepareBranch } from '../prepareBranch.ts';
import { realParts } from '../realParts.ts';
import { createServices, type Services } from '../services.ts';

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
  const errors: unknown[] = [];
  const parts = realParts(outputTo({ stdout: new PassThrough(), stderr: new PassThrough() }, false));
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  const services = createServices(
    dataFolder,
    environmentFrom({ ANTHROPIC_API_KEY: 'sk-of-the-tests' }),
    {
      ...parts,
      onError: error => errors.push(error),
      createRunner: ({ openRun, ...prepare }) =>
        inProcessRunner({
          openStore: openRun,
          prepare: async (wanted, options) => ({ ...(await prepareBranch(prepare, wanted, options)), model }),
          log: (_place, error) => errors.push(error),
        }),
    },
    false,
  );
  const store = () => services.index.store('run');
  const rested = async (branch = MAIN) => {
    for (;;) {
      const row = (await (await store()).rows()).branches.find(entry => entry.name === branch);
      if (row && row.state !== 'running') return row.state;
      await new Promise(resolve => setTimeout(resolve, 10));
    }
  };
  return {
    folder,
    services,
    errors,
    store,
    rested,
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
