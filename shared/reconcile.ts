import type { CallDecision, Reconciliation } from './decision.ts';
import type { ToolClass } from './toolClass.ts';

/** What is known of a call that has no result in `messages`. */
export interface CallFacts {
  toolClass: ToolClass;
  /** The same key gives the same effect. */
  isIdempotent: boolean;
  /** Its tool can say whether the effect happened. */
  hasProbe: boolean;
  /** A command that the person has declared harmless. */
  isCheck: boolean;
  /** What the person decided about it, unless a later try has spent that. */
  decision: CallDecision | null;
  /** A process that is still alive opened it and has not ended it. */
  isRunning: boolean;
  /** Its end stands in the journal or in the ledger. */
  hasEnd: boolean;
  /** A rewind put files back after that end. */
  wereFilesPutBack: boolean;
  /** The journal says that it was started. */
  wasOpened: boolean;
  /** A journal was kept for its scene, and all of it can be read. */
  keptJournal: boolean;
  /** The files that it touches, against what they were when it was opened; `unknown`: nobody noted them. */
  files: 'as-before' | 'changed' | 'unknown';
  /** Another call of the same reply has its id: which result would be whose cannot be told. */
  isIdShared: boolean;
  /** Its scene is a copy of an ancestor branch's: the call is that branch's to make. */
  isCopied: boolean;
}

export type Reconciled = Pick<Reconciliation, 'outcome' | 'why'>;

/**
 * What resume does about a call without a result, and why. What is not known to be harmless does not run: the model is
 * told that it may have happened, and the person may say otherwise.
 */
export function reconcile(facts: CallFacts): Reconciled {
  if (facts.isIdShared) return { outcome: 'not-run', why: 'duplicate-id' };
  if (facts.isRunning) return { outcome: 'wait-for-process', why: 'still-running' };
  if (facts.decision !== null) return { outcome: 'as-decided', why: 'decided' };
  if (facts.hasEnd) return reconcileEnded(facts);
  if (!facts.wasOpened && facts.isCopied) return reconcileCopied(facts);
  if (!facts.wasOpened && facts.keptJournal) return { outcome: 'run', why: 'never-opened' };
  return reconcileUnknown(facts);
}

function reconcileEnded({ wereFilesPutBack, toolClass, isCheck }: CallFacts): Reconciled {
  const isOfFiles = toolClass === 'workspace' || toolClass === 'command';
  if (!wereFilesPutBack || !isOfFiles) return { outcome: 'reuse', why: 'end-known' };
  const outcome = toolClass === 'workspace' || isCheck ? 'run-again' : 'ask';
  return { outcome, why: 'files-put-back' };
}

function reconcileCopied({ toolClass }: CallFacts): Reconciled {
  const isOwn = toolClass === 'read' || toolClass === 'workspace';
  return isOwn
    ? { outcome: 'run', why: 'never-opened' }
    : { outcome: 'not-run-here', why: 'belongs-to-parent' };
}

/** It was opened and its end is not known, or nobody kept a journal. */
function reconcileUnknown({ toolClass, isIdempotent, hasProbe, files, wasOpened }: CallFacts): Reconciled {
  if (toolClass === 'read' || isIdempotent) return { outcome: 'run-again', why: 'read-or-idempotent' };
  if (hasProbe) return { outcome: 'probe', why: 'has-probe' };
  if (toolClass === 'workspace') {
    if (files === 'as-before') return { outcome: 'run-again', why: 'files-as-before' };
    if (files === 'changed') return { outcome: 'restore-and-run', why: 'files-changed' };
    // Nobody noted the files. A call of another program's scene may run: it can change nothing else.
    if (!wasOpened) return { outcome: 'run-again', why: 'no-journal' };
  }
  return { outcome: 'tell-unknown', why: wasOpened ? 'may-have-happened' : 'no-journal' };
}
