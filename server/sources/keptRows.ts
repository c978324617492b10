/** Rows by key, so that one that says the same as before is the same object as before. */
export class KeptRows<T> {
  private readonly keyOf: (row: T) => string;
  private kept = new Map<string, { json: string; row: T }>();

  constructor(keyOf: (row: T) => string) {
    this.keyOf = keyOf;
  }

  /** The rows, with the objects of the last call where nothing changed. */
  keep(rows: readonly T[]): T[] {
    const next = new Map<string, { json: string; row: T }>();
    const result = rows.map(row => {
      const key = this.keyOf(row);
      const json = JSON.stringify(row);
      const known = this.kept.get(key);
      const entry = known?.json === json ? known : { json, row };
      next.set(key, entry);
      return entry.row;
    });
    this.kept = next;
    return result;
  }
}
