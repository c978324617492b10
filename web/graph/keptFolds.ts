import { z } from 'zod';

/** What a person chose about the folds of a run: kept for as long as the tab lives. */
export interface KeptFolds {
  /** Whether long stretches without marks fold. */
  quiet: boolean;
  /** Ids of the folds that were opened. */
  opened: readonly string[];
}

const keptFoldsSchema = z.object({ quiet: z.boolean(), opened: z.array(z.string()) });
const nothingKept: KeptFolds = { quiet: false, opened: [] };
const keyOf = (run: string) => `forkpoint-folds:${run}`;

/** What was kept of a run; what cannot be read counts as nothing. */
export function readKeptFolds(storage: Pick<Storage, 'getItem'>, run: string): KeptFolds {
  try {
    const text = storage.getItem(keyOf(run));
    return text === null ? nothingKept : keptFoldsSchema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return nothingKept;
    throw error;
  }
}

/** Keeps it. Where the browser has no room, the choice holds until the page is left. */
export function writeKeptFolds(storage: Pick<Storage, 'setItem'>, run: string, folds: KeptFolds): void {
  try {
    storage.setItem(keyOf(run), JSON.stringify(folds));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** With a fold opened, or closed again. */
export function withFoldToggled(folds: KeptFolds, id: string): KeptFolds {
  const isOpen = folds.opened.includes(id);
  return {
    ...folds,
    opened: isOpen ? folds.opened.filter(other => other !== id) : [...folds.opened, id],
  };
}
