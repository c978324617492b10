import { keyArgumentOf } from '../../shared/sceneRow.ts';
import { isRecord } from '../../shared/schema.ts';

/** A part of a call's input, in the form in which it is read best. */
export type InputPart =
  /** What the call is about, without a name before it: a command, a path. */
  | { kind: 'key'; text: string }
  | { kind: 'field'; name: string; text: string }
  | { kind: 'text'; name: string; text: string }
  | { kind: 'edit'; before: string; after: string }
  | { kind: 'json'; name: string | null; value: unknown };

const editNames: readonly [before: string, after: string][] = [
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['old_text', 'new_text'],
  ['oldText', 'newText'],
  ['old', 'new'],
];
const fieldLength = 200;

/** The parts of an input in reading order: what it is about, its fields, its edits, its long texts. */
export function inputParts(input: unknown): InputPart[] {
  if (!isRecord(input)) return [{ kind: 'json', name: null, value: input }];
  const rest = new Map(Object.entries(input));
  const key = keyArgumentOf(input);
  const parts: InputPart[] = [];
  if (key !== null) parts.push({ kind: 'key', text: String(rest.get(key)) });
  if (key !== null) rest.delete(key);
  const edits = [...takeEdit(rest), ...takeListedEdits(rest)];
  const others = [...rest].map(([name, value]) => partOf(name, value));
  const isShort = (part: InputPart) => part.kind === 'field';
  return [...parts, ...others.filter(isShort), ...edits, ...others.filter(part => !isShort(part))];
}

function partOf(name: string, value: unknown): InputPart {
  if (typeof value === 'object' && value !== null) return { kind: 'json', name, value };
  const text = String(value);
  const isShort = text.length <= fieldLength && !text.includes('\n');
  return isShort ? { kind: 'field', name, text } : { kind: 'text', name, text };
}

function takeEdit(fields: Map<string, unknown>): InputPart[] {
  for (const [before, after] of editNames) {
    const [old, now] = [fields.get(before), fields.get(after)];
    if (typeof old !== 'string' || typeof now !== 'string') continue;
    fields.delete(before);
    fields.delete(after);
    return [{ kind: 'edit', before: old, after: now }];
  }
  return [];
}

/** `edits: [{old_string, new_string}, …]`, where every entry is one. */
function takeListedEdits(fields: Map<string, unknown>): InputPart[] {
  const list = fields.get('edits');
  if (!Array.isArray(list) || list.length === 0) return [];
  const edits = list.flatMap(entry => (isRecord(entry) ? takeEdit(new Map(Object.entries(entry))) : []));
  if (edits.length !== list.length) return [];
  fields.delete('edits');
  return edits;
}
