import { type Command, Option } from 'commander';
import {
  type AnswerBody,
  type ResumeBody,
  routes,
  type StartBody,
  startBodySchema,
} from '../../shared/api.ts';
import { effectsModeSchema, MAIN } from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { checkedName } from '../../shared/name.ts';
import { checked, isRecord } from '../../shared/schema.ts';
import {
  type Acting,
  type CommonOptions,
  collected,
  common,
  type End,
  given,
  jsonValue,
  madeDataFolder,
  wholeNumber,
  withRun,
  withServices,
} from './acting.ts';
import { answer, resume } from './goOn.ts';
import { runAndFollow } from './runCommand.ts';
import { stop } from './stopCommand.ts';

interface RunFlags extends CommonOptions {
  task?: string;
  scenario?: string;
  run?: string;
  model?: string;
  workspace?: string;
  effects?: string;
  check?: string[];
  maxTurns?: number;
  pace?: number;
}
interface BranchFlags extends CommonOptions {
  branch?: string;
}
interface ResumeFlags extends BranchFlags {
  say?: string;
  decide?: [string, 'did' | 'run'][];
  pace?: number;
}
interface AnswerFlags extends BranchFlags {
  approve?: true;
  refuse?: true;
  input?: unknown;
  why?: string;
  standing?: true;
  pace?: number;
}

/** The commands that start, stop and go on: `run`, `stop`, `resume`, `answer`. */
export function addActing(program: Command, acting: Acting, end: End): void {
  addRun(program, acting, end);
  addStop(program, acting, end);
  addResume(program, acting, end);
  addAnswer(program, acting, end);
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
    .option('--workspace <dir>', 'a folder of your own to work in; else the run makes one')
    .addOption(
      new Option(
        '--effects <mode>',
        'live: all calls run; ask (usual for a task): what reaches out waits for you; dry-run: it is simulated',
      ).choices(effectsModeSchema.options),
    )
    .option('--check <command>', 'a command line that you declare harmless; may be repeated', collected)
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
    .action(async (run: string, _flags: BranchFlags, command: Command) => {
      const flags = command.optsWithGlobals<BranchFlags>();
      const branch = flags.branch === undefined ? undefined : checkedName(flags.branch);
      end(await withRun(run, flags, acting, (services, id) => stop(id, branch, services, acting.output)));
    });
}

function addResume(program: Command, acting: Acting, end: End): void {
  common(program.command('resume'))
    .description('Go on with a branch from its head, and follow it until it rests.')
    .argument('<run>', 'its id')
    .option('--branch <name>', 'the branch', MAIN)
    .option('--say <text>', 'words that the next request takes in')
    .option('--decide <call=did|run>', 'of a call of unknown end: it did happen, or run it', decision)
    .option('--pace <ms>', 'pause between the turns of a scenario', wholeNumber)
    .action(async (run: string, _flags: ResumeFlags, command: Command) => {
      const flags = command.optsWithGlobals<ResumeFlags>();
      const { say, decide, pace: paceMs, branch = MAIN } = flags;
      const body: ResumeBody = {
        ...given({ say, paceMs }),
        ...(decide === undefined ? {} : { decide: Object.fromEntries(decide) }),
      };
      const name = checkedName(branch);
      end(
        await withRun(run, flags, acting, (services, id) => resume(id, name, body, { ...acting, services })),
      );
    });
}

function addAnswer(program: Command, acting: Acting, end: End): void {
  common(program.command('answer'))
    .description('Answer what a branch asks at the gate, and follow it until it rests.')
    .argument('<run>', 'its id')
    .argument('<call>', 'the id of the call that it asks about')
    .option('--approve', 'the call runs')
    .option('--refuse', 'the call does not run, and the model is told so')
    .option('--branch <name>', 'where two branches ask about one call')
    .option('--input <json>', 'run it with this input instead', jsonValue)
    .option('--why <text>', 'the reason, for the model')
    .option(
      '--standing',
      'approve this tool for the rest of the branch too; repeats are asked about all the same',
    )
    .option('--pace <ms>', 'pause between the turns of a scenario', wholeNumber)
    .action(async (run: string, call: string, _flags: AnswerFlags, command: Command) => {
      const flags = command.optsWithGlobals<AnswerFlags>();
      const branch = flags.branch === undefined ? undefined : checkedName(flags.branch);
      const body = answerBodyFrom(flags);
      end(
        await withRun(run, flags, acting, (services, id) =>
          answer(id, call, { ...body, branch }, { ...acting, services }),
        ),
      );
    });
}

/** @throws ForkpointError `bad-request` that names the flag */
function startBodyFrom(flags: RunFlags): StartBody {
  const { task, scenario, run, model, workspace, effects, check: checks, maxTurns, pace: paceMs } = flags;
  const body = given({ task, scenario, run, model, workspace, effects, checks, maxTurns, paceMs });
  const issue = startBodySchema.safeParse(body).error?.issues[0];
  if (issue)
    throw new ForkpointError('bad-request', { detail: `--${issue.path.join('.')}: ${issue.message}` });
  return checked(startBodySchema, body, 'run');
}

/** @throws ForkpointError `bad-request` */
function answerBodyFrom({ approve, refuse, input, why, standing, pace: paceMs }: AnswerFlags): AnswerBody {
  if ((approve === true) === (refuse === true)) {
    throw new ForkpointError('bad-request', { detail: 'give --approve or --refuse' });
  }
  if (input !== undefined && !isRecord(input)) {
    throw new ForkpointError('bad-request', { detail: '--input is no JSON object' });
  }
  const kind = approve ? 'approve' : 'refuse';
  return checked(routes.answer.body, { kind, ...given({ input, why, standing, paceMs }) }, 'answer');
}

function decision(text: string, before: [string, 'did' | 'run'][] | undefined): [string, 'did' | 'run'][] {
  const [, call, what] = /^(.+)=(did|run)$/.exec(text) ?? [];
  if (call === undefined || (what !== 'did' && what !== 'run')) {
    throw new ForkpointError('bad-request', { detail: `--decide ${text}: write CALL=did or CALL=run` });
  }
  return [...(before ?? []), [call, what]];
}
