import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type StartBody, startBodySchema } from '../../shared/api.ts';
import { effectsModeSchema } from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { checkedName } from '../../shared/name.ts';
import { checkedHost, DEFAULT_DATA_FOLDER, DEFAULT_PORT, environmentFrom } from '../config.ts';
import { statIfThere } from '../disk/readIfThere.ts';
import { makeDataFolder } from '../store/fileStore.ts';
import { check } from './checkCommand.ts';
import { placesOf } from './folderOfRuns.ts';
import type { Interrupt } from './interrupt.ts';
import { canOpenBrowser } from './openBrowser.ts';
import { type ExitCode, exitCode, type Output, outputTo, reportError } from './output.ts';
import { runAndFollow } from './runCommand.ts';
import { serve } from './serveCommand.ts';
import { createServices, type Parts, type Services } from './services.ts';
import { stop } from './stopCommand.ts';

/** The process around a command line. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  stdout: NodeJS.WritableStream & { isTTY?: boolean };
  stderr: NodeJS.WritableStream;
  interrupt: Interrupt;
  parts(output: Output): Parts;
}

/** What every command acts with. */
interface Acting extends Omit<Surroundings, 'parts'> {
  parts: Parts;
  output: Output;
}

interface CommonOptions {
  data?: string;
  json?: boolean;
}
interface ServeFlags extends CommonOptions {
  port?: number;
  host?: string;
  open: boolean;
}
interface RunFlags extends CommonOptions {
  task?: string;
  scenario?: string;
  run?: string;
  model?: string;
  effects?: string;
  maxTurns?: number;
  pace?: number;
}

const exitCodesHelp = `
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 waiting for an answer, 137 simulated crash.
Keys come from the environment: ANTHROPIC_API_KEY (a scenario needs none). FORKPOINT_MODEL names the usual model.`;

const checkHelp = `
Exits with 1 where a checkpoint is damaged. Bad lines of a transcript are named and are no failure.`;

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

type End = (code: ExitCode) => void;

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
  addRun(program, acting, end);
  addStop(program, acting, end);
  addCheck(program, acting, end);
  return program;
}

function addRun(program: Command, acting: Acting, end: End): void {
  const { output, interrupt } = acting;
  common(program.command('run'))
    .description(
      'Start a run in this process and follow it until it rests. Ctrl-C stops it where it can go on.',
    )
    .option('--task <text>', 'what the agent shall do; needs a key')
    .option('--scenario <id>', 'play a scenario instead, without a key')
    .option('--run <id>', 'the id of the new run; one that exists is refused')
    .option('--model <name>', 'the model to ask')
    .addOption(
      new Option(
        '--effects <mode>',
        'what may run without asking; so far only live, which scenarios use',
      ).choices(effectsModeSchema.options),
    )
    .option('--max-turns <number>', 'stop after so many turns', wholeNumber)
    .option('--pace <ms>', 'pause between the turns of a scenario', wholeNumber)
    .action(async (_flags: RunFlags, command: Command) => {
      const flags = command.optsWithGlobals<RunFlags>();
      const body = startBodyFrom(flags);
      const dataFolder = await madeDataFolder(flags.data);
      end(
        await withServices(dataFolder, acting, services => runAndFollow(body, services, output, interrupt)),
      );
    });
}

function addStop(program: Command, acting: Acting, end: End): void {
  common(program.command('stop'))
    .description('Stop a run, also one that another process runs, and wait until it stands still.')
    .argument('<run>', 'its id')
    .option('--branch <name>', 'only this branch')
    .action(async (run: string, _flags: CommonOptions, command: Command) => {
      const flags = command.optsWithGlobals<CommonOptions & { branch?: string }>();
      const branch = flags.branch === undefined ? undefined : checkedName(flags.branch);
      const id = checkedName(run);
      const path = resolve(flags.data ?? DEFAULT_DATA_FOLDER);
      if ((await statIfThere(path)) === null) throw new ForkpointError('no-such-run', { run: id });
      const dataFolder = await realpath(path);
      end(await withServices(dataFolder, acting, services => stop(id, branch, services, acting.output)));
    });
}

function addCheck(program: Command, { parts, output }: Acting, end: End): void {
  common(program.command('check'))
    .description(
      'Read a folder or a transcript and say what is in it and what is wrong with it. Writes nothing.',
    )
    .argument('[path]', `what to check (default ./${DEFAULT_DATA_FOLDER})`)
    .addHelpText('after', checkHelp)
    .action(async (path: string | undefined, _flags: CommonOptions, command: Command) => {
      const { data = DEFAULT_DATA_FOLDER } = command.optsWithGlobals<CommonOptions>();
      end(await check(path ?? data, parts.checkPath, output));
    });
}

function common(command: Command): Command {
  return command
    .option('--data <dir>', `where runs are kept (default ./${DEFAULT_DATA_FOLDER})`)
    .option('--json', 'one JSON value on stdout, or one line per event');
}

async function serveWith(paths: string[], flags: ServeFlags, acting: Acting): Promise<ExitCode> {
  const { env, platform, stdout, output, interrupt } = acting;
  const environment = environmentFrom(env);
  const host = checkedHost(flags.host, environment.secret);
  const { dataFolder, opened } = await placesOf(paths, flags.data);
  const isBrowserWanted = flags.open && canOpenBrowser(env, platform, stdout.isTTY === true);
  const folder = await madeDataFolder(dataFolder);
  const options = { dataFolder: folder, paths: opened, port: flags.port, host, isBrowserWanted };
  return withServices(folder, acting, services => serve(options, services, environment, output, interrupt));
}

async function withServices(
  dataFolder: string,
  { env, parts }: Acting,
  act: (services: Services) => Promise<ExitCode>,
): Promise<ExitCode> {
  const services = createServices(dataFolder, environmentFrom(env), parts);
  try {
    return await act(services);
  } finally {
    await services.close();
  }
}

/** The data folder, made where it is missing: absolute, links resolved. */
async function madeDataFolder(path = DEFAULT_DATA_FOLDER): Promise<string> {
  const folder = resolve(path);
  await makeDataFolder(folder);
  return realpath(folder);
}

/** @throws ForkpointError `bad-request` that names the flag */
function startBodyFrom(flags: RunFlags): StartBody {
  const { task, scenario, run, model, effects, maxTurns, pace: paceMs } = flags;
  const given = Object.entries({ task, scenario, run, model, effects, maxTurns, paceMs });
  const body = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  const issue = startBodySchema.safeParse(body).error?.issues[0];
  if (issue)
    throw new ForkpointError('bad-request', { detail: `--${issue.path.join('.')}: ${issue.message}` });
  return body;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is no whole number.');
  return Number(text);
}

function portFrom(text: string): number {
  const port = wholeNumber(text);
  if (port > 65_535) throw new InvalidArgumentError('Ports end at 65535.');
  return port;
}
