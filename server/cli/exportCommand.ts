import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { ForkpointError } from '../../shared/errors.ts';
import { comparisonParts } from '../../shared/report/reportRequest.ts';
import { systemCode } from '../disk/diskCalls.ts';
import type { ReportWish } from '../report/runReports.ts';
import { type Acting, type CommonOptions, common, type End, withRun } from './acting.ts';
import { type ExitCode, exitCode, type Output } from './output.ts';
import type { Services } from './services.ts';

interface ExportOptions extends CommonOptions {
  compare?: string[];
  diff?: string[];
  parts?: string;
  format: ReportWish['format'];
  out?: string;
}

const help = `
What looks like a key, a token or a password is masked, and the report says so. An existing file is left as it is.

  forkpoint export derailed --compare plan-b plan-c
  forkpoint export derailed --diff main:14-B plan-b:17-B --format markdown --out -`;

/** `export`: a comparison or a diff as one file to give away. */
export function addExport(program: Command, acting: Acting, end: End): void {
  common(program.command('export'))
    .description(
      'Write a comparison or a diff as one file that opens anywhere, without Forkpoint and offline.',
    )
    .argument('<run>', 'its id')
    .option('--compare <sides...>', 'two branches or more, or scenes: [run/]branch, [run/]address')
    .option('--diff <scenes...>', 'two scenes: [run/]address')
    .option('--parts <list>', `what goes into it, by comma: ${comparisonParts.join(', ')} (default all)`)
    .addOption(
      new Option('--format <format>', 'what is written').choices(['html', 'markdown']).default('html'),
    )
    .option('--out <file>', 'where to (default a name of its own here; - for the terminal)')
    .addHelpText('after', help)
    .action(async (run: string, _flags: ExportOptions, command: Command) => {
      const flags = command.optsWithGlobals<ExportOptions>();
      end(await withRun(run, flags, acting, (services, id) => exportRun(id, flags, services, acting.output)));
    });
}

async function exportRun(
  run: string,
  flags: ExportOptions,
  services: Services,
  output: Output,
): Promise<ExitCode> {
  const report = await services.reports.make(run, wishOf(flags));
  const { fileName, text, masked } = report;
  if (flags.out === '-') {
    output.json(report);
    if (!output.isJson) output.say(text.trimEnd());
    return exitCode.done;
  }
  const path = resolve(flags.out ?? fileName);
  await writeNew(path, text);
  output.json({ path, masked });
  output.say(`Wrote ${path}.`);
  for (const { kind, count } of masked) output.say(`Masked ${count} ${kind}${count === 1 ? '' : 's'}.`);
  return exitCode.done;
}

/** @throws ForkpointError `bad-request` */
function wishOf({ compare, diff, parts, format }: ExportOptions): ReportWish {
  const chosen = { format, ...(parts !== undefined && { parts }) };
  if (compare !== undefined && diff === undefined) return { ...chosen, sides: compare.join(',') };
  const [left, right, ...more] = diff ?? [];
  if (compare !== undefined || left === undefined || right === undefined || more.length > 0) {
    throw new ForkpointError('bad-request', {
      detail: 'give either --compare with two sides or more, or --diff with two scenes',
    });
  }
  return { ...chosen, left, right };
}

/** @throws ForkpointError `already-saved` where something is there, `write-failed` */
async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') throw new ForkpointError('already-saved', { file: path }, { cause: error });
    if (code !== null)
      throw new ForkpointError('write-failed', { where: path, detail: code }, { cause: error });
    throw error;
  }
}
