import type { z } from 'zod';

const PREFIX = 'forkpoint-draft ';

/** A draft that was kept in this tab, or null where there is none, or one of another make. */
export function keptDraft<T>(key: string, schema: z.ZodType<T>): T | null {
  const text = sessionStorage.getItem(PREFIX + key);
  const read = text === null ? null : schema.safeParse(jsonOrNull(text));
  return read?.success ? read.data : null;
}

/** Keeps a draft until the tab is closed; null forgets it. One that is too large for the browser is not kept. */
export function keepDraft(key: string, draft: unknown): void {
  sessionStorage.removeItem(PREFIX + key);
  if (draft === null) return;
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
