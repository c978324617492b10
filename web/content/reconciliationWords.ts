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
} as const satisfies Record<Reconciliation['why'], WordKey>;

/** What a resume does about a call, and why, as one sentence after the call's name. */
export function wordsOfReconciliation({ outcome, why }: Pick<Reconciliation, 'outcome' | 'why'>): string {
  return `${words(outcomes[outcome])}: ${words(reasons[why])}`;
}
