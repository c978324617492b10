import { type Command, Option } from 'commander';
import { parseAddress } from '../../shared/address.ts';
import { effectsModeSchema, MAIN } from '../../shared/branch.ts';
import { checkedName } from '../../shared/name.ts';
import { forkBodySchema, restoreChoiceSchema, rewindBodySchema } from '../../shared/plan.ts';
import {
  type Acting,
  type CommonOptions,
  collected,
  common,
  type End,
  wholeNumber,
  withRun,
} from './acting.ts';
import { type MoveWords, moveBodyFrom } from './moveBody.ts';
import { fork, rewind, undo } from './moveCommands.ts';

interface MoveOptions extends CommonOptions, MoveWords {
  branch?: string;
  to?: string;
  from?: string;
  name?: string;
  plan?: true;
  go?: true;
  pace?: number;
}

/** The commands that move a head or start a branch: `rewind`, `undo`, `fork`. */
export function addMoving(program: Command, acting: Acting, end: End): void {
  addRewind(program, acting, end);
  addUndo(program, acting, end);
  addFork(program, acting, end);
}

function addRewind(program: Command, acting: Acting, end: End): void {
  moving(program.command('rewind'))
    .description('Move the head of a branch back. Nothing is lost: what it leaves stays on the graph.')
    .argument('<run>', 'its id')
    .requiredOption('--to <address>', 'the scene to go to, [branch:]turn[-A|-B][~k]')
    .option('--branch <name>', 'the branch to move, where the address names another')
    .option(
      '--claim <path>',
      'of files that changed “not known by whom”: it is the run’s, put it back too; may be repeated',
      collected,
    )
    .action(async (run: string, _flags: MoveOptions, command: Command) => {
      const flags = command.optsWithGlobals<MoveOptions>();
      const body = await moveBodyFrom(rewindBodySchema, flags, { to: flags.to });
      const branch = branchFrom(flags, body.to);
      end(
        await withRun(run, flags, acting, (services, id) =>
          rewind(id, branch, body, wishesFrom(flags), { ...acting, services }),
        ),
      );
    });
}

function addUndo(program: Command, acting: Acting, end: End): void {
  common(program.command('undo'))
    .description('Take back the latest rewind of a branch, with its files.')
    .argument('<run>', 'its id')
    .option('--branch <name>', 'the branch', MAIN)
    .action(async (run: string, _flags: MoveOptions, command: Command) => {
      const flags = command.optsWithGlobals<MoveOptions>();
      const branch = checkedName(flags.branch ?? MAIN);
      end(await withRun(run, flags, acting, (services, id) => undo(id, branch, { ...acting, services })));
    });
}

function addFork(program: Command, acting: Acting, end: End): void {
  moving(program.command('fork'))
    .description('Start an independent branch from a scene, with a copy of its files.')
    .argument('<run>', 'its id')
    .requiredOption('--from <address>', 'the scene to start from, [branch:]turn[-A|-B][~k]')
    .requiredOption('--name <branch>', 'the name of the new branch')
    .action(async (run: string, _flags: MoveOptions, command: Command) => {
      const flags = command.optsWithGlobals<MoveOptions>();
      const name = checkedName(flags.name ?? '');
      const body = await moveBodyFrom(forkBodySchema, flags, { to: flags.from, name });
      const branch = branchFrom(flags, body.to);
      end(
        await withRun(run, flags, acting, (services, id) =>
          fork(id, branch, body, wishesFrom(flags), { ...acting, services }),
        ),
      );
    });
}

function moving(command: Command): Command {
  return common(command)
    .option('--say <text>', 'words that the next request takes in')
    .addOption(
      new Option('--restore <what>', 'usually both, where the files were captured').choices(
        restoreChoiceSchema.options,
      ),
    )
    .option('--pending <run|skip|drop|JSON>', 'what becomes of calls that have no result; @file for a file')
    .option('--edit-input <call=JSON>', 'run an open call with another input; may be repeated', collected)
    .option('--edit-result <call=text>', 'another result in the scene; @file, may be repeated', collected)
    .option('--model <name>', 'another model to ask')
    .option('--system <text|@file>', 'another system prompt')
    .option('--thinking <budget|adaptive|off>', 'tokens to think with, as the model sees fit, or not at all')
    .option('--max-tokens <number>', 'how long a reply may be', wholeNumber)
    .option('--tools <names>', 'the tools that are offered, with commas between; “” for none')
    .addOption(new Option('--effects <mode>', 'another effects mode').choices(effectsModeSchema.options))
    .option('--plan', 'only show what would be done')
    .option('--go', 'go on at once, and follow the branch until it rests')
    .option('--pace <ms>', 'pause between the turns of a scenario', wholeNumber);
}

/** The branch that an address is looked up on: the one that was named, or its own. */
export function branchFrom({ branch }: { branch?: string }, address: string): string {
  if (branch !== undefined) return checkedName(branch);
  const parsed = parseAddress(address);
  return parsed.kind === 'turn' ? parsed.branch : MAIN;
}

function wishesFrom({ plan, go, pace }: MoveOptions) {
  return { isPlanOnly: plan === true, go: go === true, paceMs: pace };
}
