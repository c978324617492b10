import { PassThrough } from 'node:stream';
import { MAIN } from '../../../shared/branch.ts';
import type { BranchRow } from '../../../shared/rows.ts';
import { environmentFrom } from '../../config.ts';
import type { Model } from '../../model/model.ts';
import { inProcessRunner } from '../../runs/inProcessRunner.ts';
import type { RunStore } from '../../store/runStore.ts';
import { outputTo } from '../output.ts';
import type { Parts } from '../parts.ts';
import { prepareBranch } from '../prepareBranch.ts';
import { realParts } from '../realParts.ts';
import { createServices, type Services } from '../services.ts';

/** Everything that acts on a data folder, as in the server; only the model is the test's. */
export interface ActedServices {
  services: Services;
  /** Errors that nobody was told of. */
  errors: unknown[];
  /** The store of the run `run`. */
  store(): Promise<RunStore>;
  /** Waits until a branch of it rests, and gives its row. */
  rested(branch?: string): Promise<BranchRow>;
}

/**
 * @param model asked for each branch of every run
 * @param own parts of the test's own in place of the real ones
 */
export function actedServices(
  dataFolder: string,
  model: Model,
  own: Partial<Omit<Parts, 'onError' | 'createRunner'>> = {},
): ActedServices {
  const errors: unknown[] = [];
  const parts: Parts = {
    ...realParts(outputTo({ stdout: new PassThrough(), stderr: new PassThrough() }, false)),
    ...own,
    onError: error => errors.push(error),
    createRunner: ({ openRun, ...prepare }) =>
      inProcessRunner({
        openStore: openRun,
        prepare: async (wanted, options) => ({ ...(await prepareBranch(prepare, wanted, options)), model }),
        log: (_place, error) => errors.push(error),
      }),
  };
  const environment = environmentFrom({ ANTHROPIC_API_KEY: 'sk-of-the-tests' });
  const services = createServices(dataFolder, environment, parts, false);
  const store = () => services.index.store('run');
  return {
    services,
    errors,
    store,
    async rested(branch = MAIN) {
      for (;;) {
        const row = (await (await store()).rows()).branches.find(entry => entry.name === branch);
        if (row && row.state !== 'running') return row;
        await new Promise(resolve => setTimeout(resolve, 5));
      }
    },
  };
}
