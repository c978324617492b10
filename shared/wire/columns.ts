import { z } from 'zod';
import { ForkpointError } from '../errors.ts';

/**
 * Many rows of one kind as columns: each field once, with all its values in order. Neighbours with the same value are
 * taken together: the value, and how often it stands there. (Lists of plain values are checked many times as fast as
 * lists of pairs.)
 */
export interface Runs<T> {
  values: T[];
  times: number[];
}

export function runsSchema<S extends z.ZodType>(value: S) {
  return z.object({ values: z.array(value), times: numbersSchema });
}

/** Lists of plain values hold tens of thousands of them: looked at one by one, not each through a schema of its own. */
const listSchema = <T>(isItem: (item: unknown) => item is T) =>
  z.custom<T[]>(value => Array.isArray(value) && value.every(isItem));
const isText = (item: unknown) => typeof item === 'string';
const isTextOrNull = (item: unknown) => item === null || typeof item === 'string';
const isNumber = (item: unknown) => typeof item === 'number';

export const textsSchema = listSchema(isText);
export const textsOrNullsSchema = listSchema(isTextOrNull);
export const numbersSchema = listSchema(isNumber);

export const textRunsSchema = z.object({ values: textsSchema, times: numbersSchema });
export const textOrNullRunsSchema = z.object({ values: textsOrNullsSchema, times: numbersSchema });
export const numberRunsSchema = z.object({ values: numbersSchema, times: numbersSchema });

/** The values of a field, neighbours taken together. */
export function runsOf<T>(column: readonly T[]): Runs<T> {
  const values: T[] = [];
  const times: number[] = [];
  for (const value of column) {
    const last = values.length - 1;
    if (last >= 0 && isSame(values[last], value)) times[last] = (times[last] ?? 0) + 1;
    else {
      values.push(value);
      times.push(1);
    }
  }
  return { values, times };
}

/** The values again, so many as there are rows. @throws ForkpointError `bad-shape` */
export function valuesOf<T>({ values, times }: Runs<T>, count: number, column: string): T[] {
  const all: T[] = [];
  for (const [at, value] of values.entries()) {
    const number = times[at] ?? 0;
    if (all.length + number > count) break;
    for (let n = 0; n < number; n++) all.push(value);
  }
  return ofLength(all, count, column);
}

/** Ids that stand in another column are named by their position there; the others stand apart, in their order. */
export const referencesSchema = z.object({ at: numbersSchema, other: textsSchema });
type References = z.infer<typeof referencesSchema>;

const NONE = -1;
const OTHER = -2;

/** @param positions of the ids that stand in the other column */
export function referencesTo(
  positions: ReadonlyMap<string, number>,
  ids: readonly (string | null)[],
): References {
  const other = ids.filter(id => id !== null && !positions.has(id)).flatMap(id => id ?? []);
  return { at: ids.map(id => (id === null ? NONE : (positions.get(id) ?? OTHER))), other };
}

/** The ids that references name. @throws ForkpointError `bad-shape` */
export function referenced({ at, other }: References, ids: readonly string[], column: string) {
  const others = other.values();
  return at.map(position => {
    if (position === NONE) return null;
    const id = position === OTHER ? others.next().value : ids[position];
    if (id === undefined) throw badColumn(column, `names position ${position} of ${ids.length}`);
    return id;
  });
}

/** Where each id stands first. */
export function positionsOf(ids: readonly string[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (const [position, id] of ids.entries()) if (!positions.has(id)) positions.set(id, position);
  return positions;
}

/** The values themselves where there are as many as rows. @throws ForkpointError `bad-shape` */
export function ofLength<T>(values: T[], count: number, column: string): T[] {
  if (values.length === count) return values;
  throw badColumn(column, `${values.length} values for ${count} rows`);
}

export function badColumn(column: string, detail: string): ForkpointError {
  return new ForkpointError('bad-shape', { where: `column ${column}`, detail });
}

function isSame(x: unknown, y: unknown): boolean {
  if (x === y) return true;
  const areObjects = typeof x === 'object' && typeof y === 'object' && x !== null && y !== null;
  return areObjects && JSON.stringify(x) === JSON.stringify(y);
}
