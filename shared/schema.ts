import type { z } from 'zod';
import { ForkpointError } from './errors.ts';

/**
 * Checks a value at a door and gives back **the value itself**, not the schema's output: schemas drop unknown
 * keys and reorder known ones, and a record must survive reading and writing unchanged.
 * @param where names the value for the error: a file, a route, a flag
 * @throws ForkpointError `bad-shape`
 */
export function checked<S extends z.ZodType>(schema: S, value: unknown, where: string): z.infer<S> {
  const result = schema.safeParse(value);
  if (result.success) return value as z.infer<S>;
  const issue = result.error.issues[0];
  const at = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  throw new ForkpointError('bad-shape', { where, detail: `${at}${issue?.message ?? 'invalid'}` });
}

/** Whether a value is a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses JSON text, with an error that says where it came from.
 * @throws ForkpointError `empty-file` (also for a file of NUL bytes, as power loss leaves them) or `bad-json`
 */
export function parseJson(text: string, where: string): unknown {
  if (/^[\s\0]*$/.test(text)) throw new ForkpointError('empty-file', { where });
  try {
    return JSON.parse(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new ForkpointError('bad-json', { where, detail }, { cause: error });
  }
}
