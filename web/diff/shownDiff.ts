import { createContext, useContext } from 'react';
import type { DiffReply } from '../api/queries.ts';
import type { SideTurns } from './messageTurns.ts';
import type { AskedMessages } from './useAskedMessages.ts';
import type { ChangeSteps } from './useChangeSteps.ts';

/** The diff that is on screen and how it is looked at: what every message of it needs to be drawn. */
export interface ShownDiff {
  reply: DiffReply;
  turns: SideTurns;
  steps: ChangeSteps;
  /** Of those that were not sent along. */
  asked: AskedMessages;
  /** In two columns. */
  isSplit: boolean;
  /** What is the same is left out. */
  onlyChanges: boolean;
  ignoreSpace: boolean;
}

const Shown = createContext<ShownDiff | null>(null);

/** Everything in it belongs to one diff. */
export const ShownDiffProvider = Shown.Provider;

/** The diff around. */
export function useShownDiff(): ShownDiff {
  const shown = useContext(Shown);
  if (shown === null) throw new Error('a part of a diff is drawn outside of one');
  return shown;
}
