import type { RunReceipt } from '../../shared/api.ts';
import type { Plan, RewindBody } from '../../shared/plan.ts';
import type { CallRow, EffectRow } from '../../shared/rows.ts';
import { linesOfFiles } from './fileLines.ts';
import { linesOfMessages } from './messageLines.ts';
import { paint } from './paint.ts';
import { linesOfPreflight, linesOfSettings } from './settingsLines.ts';
import { more } from './textLayout.ts';
import { visibleText } from './visibleText.ts';

const FILES_SHOWN = 20;

/**
 * A plan for the terminal: what will be sent, put back and left, before anything is written.
 * @param pending what was decided about open calls
 */
export function linesOfPlan(plan: Plan, pending: RewindBody['pending']): string[] {
  const what = plan.action === 'rewind' ? `Rewind ${plan.branch} to` : `Fork ${plan.branch} from`;
  return [
    paint.bold(`${what} ${plan.target.address} (effects: ${plan.effectsMode})`),
    ...linesOfSettings(plan),
    ...linesOfPreflight(plan),
    ...linesOfMessages(plan),
    ...lineOfLeft(plan.leftBehind),
    ...linesOfFiles(plan),
    ...headed(
      '  open calls',
      plan.pending.map(call => lineOfCall(call, pending)),
    ),
    ...linesOfEffects(plan),
    `  tokens    ${number(plan.cost.tokensSpent)} spent so far; the next request has about ${number(plan.cost.nextRequestTokens)}`,
    paint.dim(`  digest    ${plan.digest}`),
  ];
}

function lineOfLeft(turns: readonly number[]): string[] {
  const [first] = turns;
  const last = turns.at(-1);
  if (first === undefined) return [];
  const which = last === first ? `turn ${first}; it stays` : `turns ${first}–${last}; they stay`;
  return [`  left      ${which} on the graph`];
}

const EFFECTS_SHOWN = 40;

/** What cannot be undone. That nothing stays is worth a line of its own. */
export function linesOfEffects({ effects }: Pick<Plan, 'effects'>): string[] {
  if (effects.length === 0) return ['  world     no effect stays'];
  return [
    paint.yellow('  stays in the world'),
    ...effects.slice(0, EFFECTS_SHOWN).map(effect => `    ${lineOfEffect(effect)}`),
    ...more(effects.length - EFFECTS_SHOWN, 'effect', '    '),
  ];
}

function lineOfCall({ id, name, detail }: CallRow, pending: RewindBody['pending']): string {
  const line = `${visibleText(name)} ${visibleText(detail)}  ${visibleText(id)}`;
  const decided = wordsOfDecision(id, pending);
  return decided === null ? line : `${line}: ${decided}`;
}

function wordsOfDecision(callId: string, pending: RewindBody['pending']): string | null {
  if (pending === undefined || pending === 'drop') return null;
  if (typeof pending === 'string') return pending === 'run' ? 'run' : 'not run';
  const decision = pending[callId];
  switch (decision?.kind) {
    case undefined:
      return null;
    case 'run':
      return 'run';
    case 'edit':
      return `run with ${visibleText(JSON.stringify(decision.input))}`;
    case 'skip':
      return decision.why === '' ? 'not run' : `not run: ${visibleText(decision.why)}`;
    case 'supply':
      return `${decision.isError ? 'failed' : 'answered'} by hand: ${visibleText(decision.result)}`;
    case 'did':
      return 'it did happen';
  }
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
