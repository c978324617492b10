import type { RunReceipt } from '../../shared/api.ts';
import type { RestoreEntry } from '../../shared/capture.ts';
import type { Plan } from '../../shared/plan.ts';
import type { CallRow, EffectRow } from '../../shared/rows.ts';
import { visibleText } from './visibleText.ts';

const FILES_SHOWN = 20;

/** A plan for the terminal: what will be sent, put back and left, before anything is written. */
export function linesOfPlan(plan: Plan): string[] {
  const what = plan.action === 'rewind' ? `Rewind ${plan.branch} to` : `Fork ${plan.branch} from`;
  return [
    `${what} ${plan.target.address} (effects: ${plan.effectsMode})`,
    `  messages  ${lineOfMessages(plan)}`,
    ...lineOfLeft(plan.leftBehind),
    ...linesOfFiles(plan),
    ...headed('  open calls', plan.pending.map(lineOfCall)),
    ...headed('  stays in the world', plan.effects.map(lineOfEffect)),
    `  tokens    ${number(plan.cost.tokensSpent)} spent so far; the next request has about ${number(plan.cost.nextRequestTokens)}`,
  ];
}

function lineOfMessages({ messages }: Plan): string {
  const codes = [...new Set(messages.problems.map(problem => problem.code))].join(', ');
  if (codes === '') return `${messages.count}, as they are`;
  return `${messages.count}, ${messages.isRepaired ? 'sent as a repaired copy' : 'with warnings'} (${codes})`;
}

function lineOfLeft(turns: readonly number[]): string[] {
  const [first] = turns;
  const last = turns.at(-1);
  if (first === undefined) return [];
  return [`  left      turns ${first}${last === first ? '' : `–${last}`}; they stay on the graph`];
}

function linesOfFiles({ action, files: { restore, refused, entries, copiedBytes } }: Plan): string[] {
  const why = refused === null ? '' : ` (${refused})`;
  if (restore === 'conversation')
    return [`  files     ${action === 'fork' ? 'begin anew' : 'stay as they are'}${why}`];
  if (action === 'fork')
    return [`  files     a copy of those at this scene, ${number(copiedBytes ?? 0)} bytes${why}`];
  const changed = entries.filter(entry => entry.action !== 'keep');
  const more = changed.length - FILES_SHOWN;
  return [
    `  files     ${changed.length} to put back${why}`,
    ...changed.slice(0, FILES_SHOWN).map(lineOfEntry),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

function lineOfEntry({ action, path, why }: RestoreEntry): string {
  return `    ${action.padEnd(8)} ${visibleText(path)}${why === null ? '' : ` (${visibleText(why)})`}`;
}

function lineOfCall({ id, name, detail }: CallRow): string {
  return `${visibleText(name)} ${visibleText(detail)}  ${visibleText(id)}`;
}

/** An effect on one line: where it was made, what, and on what. */
export function lineOfEffect({ branch, turn, name, detail, target }: EffectRow): string {
  const where = turn === null ? branch : `${branch}:${turn}`;
  return `${where.padEnd(12)} ${visibleText(name)} ${visibleText(target ?? detail)}`;
}

/** What was done, each part verified or said not to be. */
export function linesOfReceipt({ action, branch, move, messages, ledger, files }: RunReceipt): string[] {
  const done = { rewind: 'Rewound', undo: 'Took the rewind back on', fork: 'Forked' }[action];
  return [
    `${done} ${branch}${move === null ? '' : ` (move ${move})`}`,
    `  messages  ${messages.count}, ${verified(messages.verified)}`,
    `  ledger    ${ledger.rows} rows, ${verified(ledger.verified)}`,
    ...(files === null ? [] : [`  files     ${verified(files.verified)}`]),
    ...(files?.entries ?? [])
      .filter(entry => entry.result !== 'same')
      .slice(0, FILES_SHOWN)
      .map(
        ({ result, path, detail }) =>
          `    ${result.padEnd(13)} ${visibleText(path)}${detail ? ` (${visibleText(detail)})` : ''}`,
      ),
  ];
}

function verified(isVerified: boolean): string {
  return isVerified ? 'verified' : 'not verified';
}

function headed(head: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [head, ...lines.map(line => `    ${line}`)];
}

function number(value: number): string {
  return value.toLocaleString('en');
}
