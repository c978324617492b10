import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { ForkpointError } from '../../shared/errors.ts';
import { checkedHost, DEFAULT_PORT, environmentFrom } from '../config.ts';
import {
  type Acting,
  type CommonOptions,
  common,
  type End,
  madeDataFolder,
  type Surroundings,
  wholeNumber,
  withServices,
} from './acting.ts';
import { addActing } from './actingCommands.ts';
import { addChoosing } from './adoptCommands.ts';
import { addExport } from './exportCommand.ts';
import { addFanOut } from './fanOutCommand.ts';
import { placesOf } from './folderOfRuns.ts';
import { addImport } from './importCommand.ts';
import { addLooking } from './lookingCommands.ts';
import { addMoving } from './movingCommands.ts';
import { canOpenBrowser } from './openBrowser.ts';
import { type ExitCode, exitCode, outputTo, reportError } from './output.ts';
import type { Parts } from './parts.ts';

interface ServeFlags extends CommonOptions {
  port?: number;
  host?: string;
  open: boolean;
}

const exitCodesHelp = `
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 waiting for an answer, 137 simulated crash.
Keys come from the environment: ANTHROPIC_API_KEY (a scenario needs none). FORKPOINT_MODEL names the usual model.`;

/** Runs one command line and gives its exit code. Every error is told of here. @param words without node and script */
export async function runCommandLine(words: readonly string[], around: Surroundings): Promise<ExitCode> {
  const output = outputTo(around, words.includes('--json'));
  try {
    let code: ExitCode = exitCode.done;
    const parts = around.parts(output);
    const program = programOf({ ...around, parts, output }, result => {
      code = result;
    });
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportError(error, output);
    if (error.exitCode === 0) return exitCode.done;
    const detail = error.message.replace(/^error: /, '');
    return reportError(new ForkpointError('bad-request', { detail }), output);
  }
}

function programOf(acting: Acting, end: End): Command {
  const program = common(new Command('forkpoint'))
    .description(
      'A visual timeline debugger for agent runs: watch, diff, rewind and fork them in the browser.',
    )
    .version(acting.parts.version)
    .argument('[paths...]', 'data folders, folders of checkpoints or transcripts to open')
    .option('--port <number>', `the first port to try (default ${DEFAULT_PORT}); 0 takes any`, portFrom)
    .option('--host <host>', 'listen there; anything but this machine needs FORKPOINT_SECRET')
    .option('--no-open', 'print the address, open no browser')
    .addHelpText('after', exitCodesHelp)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: text => acting.stdout.write(text), writeErr: () => undefined })
    .action(async (paths: string[], flags: ServeFlags) => end(await serveWith(paths, flags, acting)));
  addActing(program, acting, end);
  addMoving(program, acting, end);
  addFanOut(program, acting, end);
  addChoosing(program, acting, end);
  addLooking(program, acting, end);
  addImport(program, acting, end);
  addExport(program, acting, end);
  return program;
}

async function serveWith(paths: string[], flags: ServeFlags, acting: Acting): Promise<ExitCode> {
  const { env, platform, stdout, output, interrupt } = acting;
  const environment = environmentFrom(env);
  const host = checkedHost(flags.host, environment.secret);
  const { dataFolder, opened } = await placesOf(paths, flags.data);
  const isBrowserWanted = flags.open && canOpenBrowser(env, platform, stdout.isTTY === true);
  const folder = await madeDataFolder(dataFolder);
  // Most command lines serve nothing, and the server's packages are half of their start.
  const { serve } = await import('./serveCommand.ts');
  const options = { dataFolder: folder, paths: opened, port: flags.port, host, isBrowserWanted };
  const thread = acting.startReading?.();
  const openSource: Parts['openSource'] = (path, known) =>
    acting.parts.openSource(path, { ...known, thread });
  const { importRun = acting.parts.importRun } = acting;
  try {
    return await withServices(
      folder,
      { ...acting, parts: { ...acting.parts, openSource, importRun } },
      services => serve(options, services, environment, output, interrupt),
      false,
    );
  } finally {
    await thread?.close();
  }
}

function portFrom(text: string): number {
  const port = wholeNumber(text);
  if (port > 65_535) throw new InvalidArgumentError('Ports end at 65535.');
  return port;
}
