import type { Command } from 'commander';
import { type Acting, type CommonOptions, common, type End, withRun } from './acting.ts';
import { linesOfComparison } from './compareLines.ts';
import { type ExitCode, exitCode, type Output } from './output.ts';
import type { Services } from './services.ts';

interface CompareOptions extends CommonOptions {
  all?: true;
}

const help = `
A side is a branch (its head), a scene as [branch:]turn[-A|-B][~k] with its branch written, @id, or either of another run
as run/side. Prices come from prices.json in the data folder.`;

/** `compare`: two to eight branches, or scenes, from their common ancestor. */
export function addCompare(program: Command, acting: Acting, end: End): void {
  common(program.command('compare'))
    .description(
      'Compare branches from their common ancestor: outcomes, turns by what they did, effects, files.',
    )
    .argument('<run>', 'its id')
    .argument('<sides...>', 'two to eight: a branch, main:16-B~1, @id, other-run/main')
    .option('--all', 'also turns in which nothing differs')
    .addHelpText('after', help)
    .action(async (run: string, sides: string[], _flags: CompareOptions, command: Command) => {
      const flags = command.optsWithGlobals<CompareOptions>();
      const view = { width: widthOf(acting), isAll: flags.all === true };
      end(
        await withRun(run, flags, acting, (services, id) =>
          compare(id, sides, view, services, acting.output),
        ),
      );
    });
}

async function compare(
  run: string,
  sides: readonly string[],
  view: { width: number; isAll: boolean },
  services: Services,
  output: Output,
): Promise<ExitCode> {
  const comparison = await services.comparisons.compare(run, sides.join(','));
  output.json(comparison);
  if (output.isJson) return exitCode.done;
  for (const line of linesOfComparison(comparison, view.width, view.isAll)) output.say(line);
  return exitCode.done;
}

/** Of what no terminal reads: wide enough for two sides in columns. */
const usualWidth = 120;

function widthOf({ stdout, env }: Acting): number {
  const told = Number(env.COLUMNS);
  return stdout.columns ?? (Number.isInteger(told) && told > 0 ? told : usualWidth);
}
