import { useState } from 'react';
import { z } from 'zod';
import { keepDraft, keptDraft } from './drafts.ts';

/**
 * What a person fills in, kept in this tab while something else is looked at. Another key needs another component:
 * give it a `key`. Null is nothing filled in.
 */
export function useDraft<T>(
  key: string,
  schema: z.ZodType<T>,
): [draft: T | null, change: (draft: T | null) => void] {
  const [draft, setDraft] = useState(() => keptDraft(key, schema));
  const change = (next: T | null) => {
    keepDraft(key, next);
    setDraft(next);
  };
  return [draft, change];
}

const words = z.string();

/** The same for words to the model. */
export function useDraftWords(key: string): [text: string, change: (text: string) => void] {
  const [text, change] = useDraft(key, words);
  return [text ?? '', next => change(next === '' ? null : next)];
}
