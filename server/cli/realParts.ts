import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { MAIN } from '../../shared/branch.ts';
import { checked } from '../../shared/schema.ts';
import { checkPath } from '../check/checkPath.ts';
import { systemCode } from '../disk/diskCalls.ts';
import { isCrashLabel } from '../harness/crash.ts';
import { importRun } from '../import/importRun.ts';
import { knownSecrets } from '../report/knownSecrets.ts';
import { inProcessRunner } from '../runs/inProcessRunner.ts';
import { findScenario, listScenarios } from '../scenarios/findScenario.ts';
import { openSource } from '../sources/openPath.ts';
import { createRun, openRun } from '../store/fileStore.ts';
import { allTools } from '../tools/allTools.ts';
import { openRunFiles } from '../workspace/diskRunFiles.ts';
import { prepareWorkspace } from '../workspace/prepareWorkspace.ts';
import type { Output } from './output.ts';
import type { Parts } from './parts.ts';
import { prepareBranch } from './prepareBranch.ts';

/** The parts that Forkpoint is made of when people use it. */
export function realParts(output: Output): Parts {
  const onError = (error: unknown) => {
    output.note(`forkpoint: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
  return {
    version: ownVersion(),
    toolNames: allTools().map(tool => tool.name),
    onError,
    openRun,
    openSource,
    createRun,
    findScenario,
    listScenarios: async () =>
      (await listScenarios()).scenarios.map(({ id, title, task }) => ({ id, title, task })),
    prepareWorkspace: async (runFolder, scenario) => {
      await prepareWorkspace(scenario === null ? null : await findScenario(scenario), runFolder, MAIN);
    },
    importRun,
    openFiles: (places, crashPoint) =>
      openRunFiles({
        ...places,
        // A copy is but a part of a fork, and what lies inside a step has no label of its own.
        crashPoint: step => {
          if (isCrashLabel(step) && !step.endsWith('fork')) crashPoint(step);
        },
      }),
    checkPath,
    knownSecrets: dataFolder => knownSecrets(process.env, dataFolder),
    createRunner: ({ openRun: openStore, ...prepare }) =>
      inProcessRunner({
        openStore,
        prepare: (wanted, options) => prepareBranch(prepare, wanted, options),
        log: (_place, error) => onError(error),
      }),
  };
}

/** The nearest package.json above this module: two levels up in the source, three in `dist`. */
function ownVersion(): string {
  for (const up of ['../../package.json', '../../../package.json']) {
    const text = textIfThere(new URL(up, import.meta.url));
    if (text !== null) return checked(z.looseObject({ version: z.string() }), JSON.parse(text), up).version;
  }
  return 'unknown';
}

function textIfThere(url: URL): string | null {
  try {
    return readFileSync(url, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
