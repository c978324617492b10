import type { Command } from 'commander';
import { parseRunAddress } from '../../shared/runAddress.ts';
import { DEFAULT_DATA_FOLDER } from '../config.ts';
import type { ScenePlace } from '../diff/sceneDiffs.ts';
import { type Acting, type CommonOptions, common, type End, withRun } from './acting.ts';
import { check } from './checkCommand.ts';
import { addCompare } from './compareCommand.ts';
import { diff } from './diffCommand.ts';
import { effects, log, show } from './readCommands.ts';
import type { Services } from './services.ts';

const checkHelp = `
Exits with 1 where a checkpoint is damaged. Bad lines of a transcript are named and are no failure.`;

/** The commands that only look: `log`, `show`, `diff`, `effects`, `check`. */
export function addLooking(program: Command, acting: Acting, end: End): void {
  const { output } = acting;
  common(program.command('log'))
    .description('Draw the tree of a run: its turns, branches, and what rewinds left behind.')
    .argument('<run>', 'its id')
    .option('--archived', 'draw archived branches too')
    .action(async (run: string, _flags: CommonOptions, command: Command) => {
      const flags = command.optsWithGlobals<CommonOptions & { archived?: true }>();
      const withArchived = flags.archived === true;
      end(await withRun(run, flags, acting, (services, id) => log(id, withArchived, services, output)));
    });
  common(program.command('show'))
    .description('Show a scene: the messages that its turn added.')
    .argument('<run>', 'its id')
    .argument('<address>', '[branch:]turn[-A|-B][~k]')
    .option('--whole', 'all messages, as the model saw them')
    .action(async (run: string, address: string, _flags: CommonOptions, command: Command) => {
      const flags = command.optsWithGlobals<CommonOptions & { whole?: true }>();
      const isWhole = flags.whole === true;
      end(await withRun(run, flags, acting, (services, id) => show(id, address, isWhole, services, output)));
    });
  addDiff(program, acting, end);
  addCompare(program, acting, end);
  common(program.command('effects'))
    .description('List what the calls of a run did, superseded turns and all branches included.')
    .argument('<run>', 'its id')
    .action(async (run: string, _flags: CommonOptions, command: Command) => {
      const flags = command.optsWithGlobals<CommonOptions>();
      end(await withRun(run, flags, acting, (services, id) => effects(id, services, output)));
    });
  addCheck(program, acting, end);
}

interface DiffOptions extends CommonOptions {
  ignoreSpace?: true;
  onlyChanges?: true;
}

function addDiff(program: Command, acting: Acting, end: End): void {
  common(program.command('diff'))
    .description('Compare the messages and the request settings of two scenes.')
    .argument('<run>', 'its id')
    .argument('<x>', '[run/][branch:]turn[-A|-B][~k], or [run/]@id')
    .argument('<y>', 'the same')
    .option('--ignore-space', 'white space is no change')
    .option('--only-changes', 'say nothing of what is the same')
    .action(async (run: string, left: string, right: string, _flags: DiffOptions, command: Command) => {
      const { ignoreSpace = false, onlyChanges = false, ...flags } = command.optsWithGlobals<DiffOptions>();
      const act = (services: Services, id: string) => {
        const places = { left: placeOf(left, id), right: placeOf(right, id) };
        return diff({ ...places, ignoreSpace, onlyChanges }, services, acting.output);
      };
      end(await withRun(run, flags, acting, act));
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

/** A scene as it is written, of the run that is asked unless it names another. @throws ForkpointError `bad-address`, `bad-name` */
function placeOf(text: string, asked: string): ScenePlace {
  const { run, address } = parseRunAddress(text);
  return { run: run ?? asked, address };
}
