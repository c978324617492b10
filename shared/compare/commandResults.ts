import { commandEnd, saysNotRun } from '../commandEnd.ts';
import { isTestCommand, plainText } from '../lookHere/checkFacts.ts';
import { firstWords } from '../message.ts';
import { isRecord } from '../schema.ts';
import type { CommandResult, ComparedCommand } from './comparison.ts';
import type { SideLine } from './sideLine.ts';
import { steadyText } from './steadyText.ts';
import type { StepCall, StepContent } from './step.ts';

/** As much of a line of output as stands beside a command. */
const summaryShown = 120;

/** The command lines that two sides or more ran, with how each ended last; those that run tests first. */
export function comparedCommands(
  sides: readonly { side: SideLine; contents: readonly StepContent[] }[],
): ComparedCommand[] {
  const found = sides.map(({ contents }) => commandsIn(contents));
  const commands = [...new Set(found.flatMap(ofSide => [...ofSide.keys()]))];
  return commands
    .filter(command => found.filter(ofSide => ofSide.has(command)).length >= 2)
    .map(command => ({
      command,
      isTest: isTestCommand(command),
      results: sides.map(({ side }, index) => {
        const last = found[index]?.get(command);
        return last ? { ...resultOf(last.call), runs: last.runs, at: side.placeOf(last.step.last) } : null;
      }),
    }))
    .sort((x, y) => Number(y.isTest) - Number(x.isTest));
}

/** The last time that a side ran a command, and how often it did. */
interface LastRun {
  step: StepContent['step'];
  call: StepCall;
  runs: number;
}

function commandsIn(contents: readonly StepContent[]): Map<string, LastRun> {
  const found = new Map<string, LastRun>();
  for (const { step, calls } of contents) {
    for (const call of calls) {
      const command = commandOf(call);
      if (command === null || wasNotRun(call)) continue;
      found.set(command, { step, call, runs: (found.get(command)?.runs ?? 0) + 1 });
    }
  }
  return found;
}

/** A dry run or a person kept it from running, or its input did not fit: that is no result of the command. */
function wasNotRun({ isSimulated, output, row }: StepCall): boolean {
  return isSimulated || saysNotRun(output ?? row.result ?? '');
}

/** The command line of a call, written in one way; null for a call of another kind. */
function commandOf({ row, input }: StepCall): string | null {
  const known = isRecord(input) ? (input.command ?? input.cmd) : null;
  const command = typeof known === 'string' ? known : row.toolClass === 'command' ? row.detail : null;
  if (command === null) return null;
  const line = steadyText(command)
    .replace(/^cd <workspace>\/? *&& */, '')
    .replace(/\s+/g, ' ')
    .trim();
  return line === '' ? null : line;
}

function resultOf({ row, output }: StepCall): Omit<CommandResult, 'runs' | 'at'> {
  const said = output ?? row.result ?? '';
  return { ...commandEnd(row, said), summary: summaryOf(plainText(said)) };
}

/** The exit code has a place of its own. */
function summaryOf(text: string): string {
  const lines = text.split('\n', 50).filter(line => line.trim() !== '');
  return firstWords(
    lines.find(line => !/^exit(?: code)?:? \d+$/i.test(line.trim())) ?? lines[0] ?? '',
    summaryShown,
  );
}
