import type { Reconciliation } from '../../shared/decision.ts';
import { type WordKey, words } from '../i18n/words.ts';

const outcomes = {
  reuse: 'reconcile.outcomeReuse',
  run: 'reconcile.outcomeRun',
  'run-again': 'reconcile.outcomeRunAgain',
  probe: 'reconcile.outcomeProbe',
  'restore-and-run': 'reconcile.outcomeRestoreAndRun',
  'tell-unknown': 'reconcile.outcomeTellUnknown',
  'not-run-here': 'reconcile.outcomeNotRunHere',
  'not-run': 'reconcile.outcomeNotRun',
  ask: 'reconcile.outcomeAsk',
  'as-decided': 'reconcile.outcomeAsDecided',
  'wait-for-process': 'reconcile.outcomeWait',
} as const satisfies Record<Reconciliation['outcome'], WordKey>;

const reasons = {
  'end-known': 'reconcile.whyEndKnown',
  'never-opened': 'reconcile.whyNeverOpened',
  'read-or-idempotent': 'reconcile.whyReadOrIdempotent',
  'has-probe': 'reconcile.whyHasProbe',
  'files-as-before': 'reconcile.whyFilesAsBefore',
  'files-changed': 'reconcile.whyFilesChanged',
  'may-have-happened': 'reconcile.whyMayHaveHappened',
  'belongs-to-parent': 'reconcile.whyBelongsToParent',
  'files-put-back': 'reconcile.whyFilesPutBack',
  decided: 'reconcile.whyDecided',
  'still-running': 'reconcile.whyStillRunning',
  'no-journal': 'reconcile.whyNoJournal',
  'duplicate-id': 'reconcile.whyDuplicateId',
} as const satisfies Record<Reconciliation['why'], WordKey>;

/** What a resume does about a call, and why, as one sentence after the call's name; and a warning where its id is no help. */
export function wordsOfReconciliation({
  outcome,
  why,
  idUsedBy,
}: Pick<Reconciliation, 'outcome' | 'why' | 'idUsedBy'>): string {
  const sentence = `${words(outcomes[outcome])}: ${words(reasons[why])}`;
  return idUsedBy === undefined ? sentence : `${sentence}. ${wordsOfIdUse(idUsedBy)}`;
}

function wordsOfIdUse({ name, turn }: NonNullable<Reconciliation['idUsedBy']>): string {
  if (turn === null) return words('reconcile.idUsed', { name });
  return words('reconcile.idUsedInTurn', { name, turn: String(turn) });
}
