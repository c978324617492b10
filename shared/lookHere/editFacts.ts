import { digestOf } from '../digest.ts';
import type { ToolUseBlock } from '../message.ts';
import { isRecord } from '../schema.ts';

/** A change of a file, as far as its call tells: digests of what stood there and of what stands there now. */
export interface EditFacts {
  file: string;
  /** Null where the whole file was written: what stood there is not in the call. */
  from: string | null;
  to: string;
}

const fileKeys = ['path', 'file_path', 'notebook_path'];
const fromKeys = ['old_text', 'old_string', 'old_str'];
const toKeys = ['new_text', 'new_string', 'new_str'];
const wholeKeys = ['content', 'contents', 'file_text'];

/** The changes that a call of a well-known form makes; none where its form is another. */
export function editsOfCall({ input }: ToolUseBlock): EditFacts[] {
  if (!isRecord(input)) return [];
  const file = textAt(input, fileKeys);
  if (file === null) return [];
  const edits = Array.isArray(input.edits) ? input.edits.filter(isRecord) : [input];
  return edits.flatMap(edit => editOf(file, edit) ?? []);
}

function editOf(file: string, input: Record<string, unknown>): EditFacts | null {
  const to = textAt(input, toKeys);
  const from = textAt(input, fromKeys);
  if (to !== null && from !== null) return { file, from: digestOf(from, 16), to: digestOf(to, 16) };
  const whole = textAt(input, wholeKeys);
  return whole === null ? null : { file, from: null, to: digestOf(whole, 16) };
}

function textAt(input: Record<string, unknown>, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = input[key];
    if (typeof value === 'string') return value;
  }
  return null;
}
