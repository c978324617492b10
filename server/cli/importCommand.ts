import type { Command } from 'commander';
import { z } from 'zod';
import { countOf } from '../../shared/plainNumbers.ts';
import { checked } from '../../shared/schema.ts';
import { type Acting, type CommonOptions, common, type End, madeDataFolder, withServices } from './acting.ts';
import { type ExitCode, exitCode, type Output } from './output.ts';
import type { Services } from './services.ts';

/** What an import says in `run.json` of what it could not bring along. */
const importedSchema = z.object({ leftOut: z.array(z.unknown()), illegal: z.array(z.unknown()) });

/** `import`: the one command that makes a run of what lies elsewhere. */
export function addImport(program: Command, acting: Acting, end: End): void {
  common(program.command('import'))
    .description('Copy a transcript or a folder of checkpoints into the data folder, as a run to go on from.')
    .argument('<path>', 'what to copy; it stays as it is')
    .action(async (path: string, _flags: CommonOptions, command: Command) => {
      const folder = await madeDataFolder(command.optsWithGlobals<CommonOptions>().data);
      end(await withServices(folder, acting, services => importPath(path, services, acting.output)));
    });
}

async function importPath(path: string, services: Services, output: Output): Promise<ExitCode> {
  const run = await services.commands.importPath(path);
  const store = await services.index.store(run);
  const { branches, scenes } = await store.rows();
  const { importedFrom } = await store.record();
  const { leftOut, illegal } = checked(importedSchema, importedFrom, `run.json of ${run}`);
  output.json({ run, branches: branches.length, scenes: scenes.length, leftOut, illegal });
  output.say(`Run “${run}”: ${scenes.length} scenes on ${countOf(branches.length, 'branch', 'branches')}.`);
  if (leftOut.length > 0)
    output.say(`Left out, since they cannot be read: ${leftOut.length}. run.json names them.`);
  if (illegal.length > 0) {
    output.say(
      `The API would refuse ${countOf(illegal.length, 'message', 'messages')}; going on repairs what is sent.`,
    );
  }
  return exitCode.done;
}
