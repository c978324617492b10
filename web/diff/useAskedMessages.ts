import { useState } from 'react';
import type { MessageDiff } from '../../shared/diff/messagesDiff.ts';
import { entryName } from './diffRows.ts';

/** The messages that a person has asked for, which were not sent along with the diff. */
export interface AskedMessages {
  has: (entry: MessageDiff) => boolean;
  add: (entry: MessageDiff) => void;
}

/** Kept with the diff and not with the message: one that was fetched stays so however the diff is looked at. */
export function useAskedMessages(): AskedMessages {
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  return {
    has: entry => asked.has(entryName(entry)),
    add: entry => setAsked(before => new Set(before).add(entryName(entry))),
  };
}
