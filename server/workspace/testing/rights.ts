/** Whether this process may act as others; only then do tests make files of theirs. */
export const isRoot = process.getuid?.() === 0;

/** Ids of nobody in particular. */
export const person = 61_001;
export const someoneElse = 65_534;
