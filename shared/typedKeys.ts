/**
 * The keys of a table that is written in the source. What comes from outside may have more keys than its type says: it is
 * walked by `Object.keys`.
 */
export function typedKeys<T extends object>(table: T): (keyof T)[] {
  // The compiler takes every object for one that may have more keys.
  return Object.keys(table) as (keyof T)[];
}
