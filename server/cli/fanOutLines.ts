import { wordsOfProblem } from '../../shared/errorWords.ts';
import type { FanOutPlan, FanOutReceipt, PlannedBranch } from '../../shared/fanOut.ts';
import type { Receipt } from '../../shared/plan.ts';
import { paint } from './paint.ts';
import { linesOfEffects } from './planLines.ts';
import { counted } from './textLayout.ts';
import { visibleText } from './visibleText.ts';

/** The plan of a fan-out for the terminal, before anything is written. */
export function linesOfFanOutPlan(plan: FanOutPlan): string[] {
  const { branches, target, atOnce, effectsMode, tokensSpent } = plan;
  const how = `${atOnce} at once, effects: ${effectsMode}`;
  return [
    paint.bold(`Fan out ${branches.length} branches from ${target.address} (${how})`),
    ...branches.flatMap(linesOfBranch),
    ...linesOfEffects(plan),
    `  tokens    ${tokensSpent.toLocaleString('en')} spent so far`,
    paint.dim(`  digest    ${plan.digest}`),
  ];
}

function linesOfBranch({ name, problem, plan }: PlannedBranch): string[] {
  if (problem !== null || plan === null) return [refused(name, problem)];
  const { messages, settings, nextRequestTokens, preflight } = plan;
  const model = settings.model ?? 'the usual model';
  const repaired = messages.isRepaired ? ', repaired' : '';
  const size = `${counted(messages.count, 'message')}${repaired}, about ${counted(nextRequestTokens, 'token')}`;
  const warnings = preflight.map(note => `  warning   ${visibleText(wordsOfProblem(note.problem))}`);
  return [`  ${name.padEnd(9)} ${visibleText(model)}: ${size}`, ...warnings.map(paint.yellow)];
}

/** What became of each branch that was asked for. */
export function linesOfFanOutReceipt({ fanOut, branches, isRepeat }: FanOutReceipt): string[] {
  const head = isRepeat ? `Fan-out ${fanOut} was made before` : `Fan-out ${fanOut}`;
  return [
    paint.bold(head),
    ...branches.map(({ name, receipt, problem }) => {
      if (problem !== null) return refused(name, problem);
      if (receipt === null) return `  ${name.padEnd(9)} is there`;
      return `  ${name.padEnd(9)} made, ${isVerified(receipt) ? 'verified' : 'not verified'}`;
    }),
  ];
}

/** Whether all that a fork wrote was read back as it should be. */
export function isVerified({ messages, ledger, files }: Receipt): boolean {
  return messages.verified && ledger.verified && (files?.verified ?? true);
}

function refused(name: string, problem: PlannedBranch['problem']): string {
  const why = problem === null ? '' : `: ${visibleText(wordsOfProblem(problem))}`;
  return paint.red(`  ${name.padEnd(9)} cannot be made${why}`);
}
