/** Whether this process may act as others; only then do tests make files of theirs. */
export const isRoot = process.getuid?.() === 0;

/** Ids of nobody in particular. */
export const person = 61_001;
export const someoneElse = 61_002;

/** Does work with the rights of the person alone, where this process is root; else with its own. */
export async function asPerson<T>(work: () => Promise<T>): Promise<T> {
  if (!isRoot) return await work();
  process.setgroups?.([]);
  process.setegid?.(person);
  process.seteuid?.(person);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
