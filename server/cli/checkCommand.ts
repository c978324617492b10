import { wordsOfProblem } from '../../shared/errorWords.ts';
import type { CheckReport } from '../check/checkPath.ts';
import { runsIn } from './folderOfRuns.ts';
import { type ExitCode, exitCode, type Output } from './output.ts';
import { visibleText } from './visibleText.ts';

const PROBLEMS_SHOWN = 20;

/** Checks one path. @throws ForkpointError `no-such-path`, `unknown-format`, `unreadable-file` */
export type CheckPath = (path: string) => Promise<CheckReport>;

/**
 * `forkpoint check`: what is in a path and what is wrong with it; a data folder gives a report for each of its runs.
 * Fails where a checkpoint is damaged, or where something names a scene or a capture that is not there. No failure, but
 * named: what a crash cut short, which the next act finishes, and a transcript's bad lines: what they hold is read as far
 * as it goes.
 */
export async function check(path: string, checkPath: CheckPath, output: Output): Promise<ExitCode> {
  const runs = await runsIn(path);
  const reports: CheckReport[] = [];
  for (const run of runs.length > 0 ? runs : [path]) reports.push(await checkPath(run));
  output.json(runs.length > 0 ? { kind: 'data', path, runs: reports } : reports[0]);
  if (!output.isJson) for (const report of reports) tell(report, output);
  return reports.some(isDamaged) ? exitCode.failed : exitCode.done;
}

function isDamaged(report: CheckReport): boolean {
  return 'damaged' in report && report.damaged + report.broken > 0;
}

const wordsOfUnfinished = {
  files: 'a move stands, its files are not all put back',
  tidying: 'scenes that a move left do not lie in their folder yet',
};

function tell(report: CheckReport, output: Output): void {
  output.say(visibleText(report.path));
  for (const [name, value] of Object.entries(report)) {
    if (typeof value === 'number') output.say(`  ${name.padEnd(18)}${value}`);
  }
  for (const { branch, code, messageIndex } of 'illegal' in report ? report.illegal : []) {
    output.say(`  ! ${visibleText(branch)}, message ${messageIndex}: ${code}; it is sent mended`);
  }
  for (const { branch, what } of 'unfinished' in report ? report.unfinished : []) {
    output.say(`  ! ${visibleText(branch)}: ${wordsOfUnfinished[what]}; the next act on it finishes that`);
  }
  for (const path of 'leftovers' in report ? report.leftovers : []) {
    output.say(`  . ${visibleText(path)}: half made by a process that died, no part of the run`);
  }
  for (const { line, ...problem } of report.problems.slice(0, PROBLEMS_SHOWN)) {
    const words = visibleText(wordsOfProblem(problem));
    output.say(line === null ? `  ! ${words}` : `  ! line ${line}: ${words}`);
  }
  const more = report.problems.length - PROBLEMS_SHOWN;
  if (more > 0) output.say(`  and ${more} more problems`);
}
