import { type Command, Option } from 'commander';
import { ForkpointError } from '../../shared/errors.ts';
import {
  DEFAULT_AT_ONCE,
  type FanOutBody,
  type FanOutReceipt,
  FEWEST_BRANCHES,
  fanOutBodySchema,
  MOST_BRANCHES,
  numberedNames,
  USUAL_STEM,
} from '../../shared/fanOut.ts';
import {
  type Acting,
  type CommonOptions,
  collected,
  common,
  type End,
  given,
  wholeNumber,
  withRun,
} from './acting.ts';
import { isVerified, linesOfFanOutPlan, linesOfFanOutReceipt } from './fanOutLines.ts';
import { exitCodeOf, linesOfQuestions } from './followBranch.ts';
import type { Speaking } from './goOn.ts';
import { moveBodyFrom } from './moveBody.ts';
import { branchFrom } from './movingCommands.ts';
import { type ExitCode, exitCode } from './output.ts';
import { lineOfRest } from './turnLines.ts';

interface FanOutFlags extends CommonOptions {
  from: string;
  branch?: string;
  say?: string[];
  times?: number;
  name?: string;
  model?: string[];
  effects?: string;
  atOnce?: number;
  plan?: true;
  go?: true;
  pace?: number;
}

const help = `
Each --say is a branch; with --times all say the same, or nothing. --model once is for all of them, or once for each.

  forkpoint fan-out derailed --from main:14-B --say "Use cents." --say "Round at the end." --go
  forkpoint fan-out derailed --from main:14-B --times 3 --effects dry-run --go`;

/** `fan-out`: two to eight forks of one scene, made and run together. */
export function addFanOut(program: Command, acting: Acting, end: End): void {
  common(program.command('fan-out'))
    .description('Start two to eight branches from one scene, each on its own, some at once.')
    .argument('<run>', 'its id')
    .requiredOption('--from <address>', 'the scene to start from, [branch:]turn[-A|-B][~k]')
    .option('--branch <name>', 'the branch that a scene by its id is looked up on')
    .option('--say <text>', 'words that a branch goes on with; may be repeated', collected)
    .option('--times <number>', 'how many branches, where their words do not tell', wholeNumber)
    .option('--name <prefix>', 'what their names begin with', USUAL_STEM)
    .option('--model <name>', 'another model to ask; may be repeated', collected)
    .addOption(new Option('--effects <mode>', 'another effects mode').choices(['ask', 'dry-run']))
    .option('--at-once <number>', `how many run side by side (default ${DEFAULT_AT_ONCE})`, wholeNumber)
    .option('--plan', 'only show what would be done')
    .option('--go', 'let them go on in this process until all of them rest')
    .option('--pace <ms>', 'pause between the turns of a scenario', wholeNumber)
    .addHelpText('after', help)
    .action(async (run: string, _flags: FanOutFlags, command: Command) => {
      const flags = command.optsWithGlobals<FanOutFlags>();
      end(await withRun(run, flags, acting, (services, id) => fanOut(id, flags, { ...acting, services })));
    });
}

async function fanOut(run: string, flags: FanOutFlags, speaking: Speaking): Promise<ExitCode> {
  const { services, output } = speaking;
  const { branches: taken } = await (await services.index.source(run)).rows();
  const body = await bodyFrom(
    flags,
    taken.map(row => row.name),
  );
  const branch = branchFrom(flags, body.to);
  const plan = await services.commands.planFanOut(run, branch, body);
  const lines = linesOfFanOutPlan(plan);
  if (flags.plan) {
    output.json(plan);
    for (const line of lines) output.say(line);
    return exitCode.done;
  }
  for (const line of lines) output.note(line);
  // Made first, then run: so Ctrl-C always knows what it stops.
  const wanted = { ...body, go: false, digest: plan.digest };
  const receipt = await services.commands.fanOut(run, branch, wanted);
  if (receipt.run !== run) output.note(`Run “${run}” can only be read; it was imported as “${receipt.run}”.`);
  output.json(receipt);
  for (const line of linesOfFanOutReceipt(receipt)) output.say(line);
  const ends = flags.go ? await runAll(receipt, flags, speaking) : [];
  return endOf([...receipt.branches.map(endOfMaking), ...ends]);
}

/** Runs what was made, some at once, and tells of each branch as it comes to rest. */
async function runAll(
  { run, fanOut: id }: FanOutReceipt,
  { pace: paceMs }: FanOutFlags,
  speaking: Speaking,
): Promise<ExitCode[]> {
  const { services, output, interrupt } = speaking;
  const { commands } = services;
  interrupt.onFirst(() => {
    output.note('Stopping at scenes that can be resumed…');
    commands.stopFanOut(run, id).catch(services.onError);
  });
  const names = await commands.startRest(run, id, given({ paceMs }));
  return await Promise.all(
    names.map(async name => {
      await commands.branchRested(run, name);
      return await tellOfRest(run, name, speaking);
    }),
  );
}

async function tellOfRest(run: string, name: string, { services, output }: Speaking): Promise<ExitCode> {
  const rows = await (await services.index.source(run)).rows();
  const row = rows.branches.find(entry => entry.name === name);
  if (!row) return exitCode.failed;
  output.json({ run, branch: row });
  const head = rows.scenes.find(scene => scene.id === row.head);
  output.say(lineOfRest(`${run}/${name}`, row, head?.turn ?? 0, head?.tokensUsed ?? 0));
  for (const line of linesOfQuestions(run, rows, name)) output.note(line);
  return exitCodeOf(row);
}

function endOfMaking({ receipt, problem }: FanOutReceipt['branches'][number]): ExitCode {
  const isWell = problem === null && (receipt === null || isVerified(receipt));
  return isWell ? exitCode.done : exitCode.failed;
}

/** One that waits for the person comes first: it is what there is to do. */
function endOf(ends: readonly ExitCode[]): ExitCode {
  if (ends.includes(exitCode.waiting)) return exitCode.waiting;
  return ends.find(code => code !== exitCode.done) ?? exitCode.done;
}

/** @throws ForkpointError `bad-request` for words that fit no fan-out */
async function bodyFrom(flags: FanOutFlags, taken: readonly string[]): Promise<FanOutBody> {
  const { from: to, say = [], times, name = USUAL_STEM, model = [], effects, atOnce, pace: paceMs } = flags;
  const count = times ?? say.length;
  if (count < FEWEST_BRANCHES || count > MOST_BRANCHES) {
    const detail = `give --say, or --times, for ${FEWEST_BRANCHES} to ${MOST_BRANCHES} branches`;
    throw new ForkpointError('bad-request', { detail });
  }
  const [says, models] = [forEach('--say', say, count), forEach('--model', model, count)];
  const branches = numberedNames(name, count, taken).map((own, index) => ({
    name: own,
    ...given({ say: says[index], model: models[index] }),
  }));
  return await moveBodyFrom(fanOutBodySchema, {}, { to, branches, ...given({ effects, atOnce, paceMs }) });
}

/** What an option says of each branch: one is for all. @throws ForkpointError `bad-request` */
function forEach(option: string, values: readonly string[], count: number): (string | undefined)[] {
  const [first] = values;
  if (values.length <= 1) return Array.from({ length: count }, () => first);
  if (values.length === count) return [...values];
  const detail = `${option} is given ${values.length} times for ${count} branches: give it once, or once for each`;
  throw new ForkpointError('bad-request', { detail });
}
