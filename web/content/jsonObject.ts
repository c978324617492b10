import { isRecord } from '../../shared/schema.ts';

/** An object that a person writes as JSON, or why the text is none. */
export type WrittenObject =
  | { value: Record<string, unknown> }
  | { problem: 'no-json' | 'no-object'; detail: string };

/** Reads a call's input as a person wrote it. Never throws. */
export function objectFromText(text: string): WrittenObject {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? { value } : { problem: 'no-object', detail: '' };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: 'no-json', detail: error.message };
  }
}
