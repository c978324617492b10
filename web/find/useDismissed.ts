import { useSyncExternalStore } from 'react';

const keyOf = (run: string) => `forkpoint-dismissed-${run}`;
const known = new Map<string, ReadonlySet<string>>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Remarks of a run that a person has dismissed in this browser, by their keys; the same for all who ask. */
export function useDismissed(run: string) {
  const dismissed = useSyncExternalStore(subscribe, () => dismissedOf(run));
  return {
    dismissed,
    dismiss: (key: string) => keep(run, new Set([...dismissed, key])),
    restore: () => keep(run, new Set()),
  };
}

function dismissedOf(run: string): ReadonlySet<string> {
  const keys = known.get(run) ?? readDismissed(run);
  known.set(run, keys);
  return keys;
}

function keep(run: string, keys: ReadonlySet<string>): void {
  known.set(run, keys);
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(keyOf(run), JSON.stringify([...keys]));
  } catch {
    // A browser that keeps nothing: then it holds until the page is loaded again.
  }
}

/** Something else may lie under this name, or nothing may be kept at all. */
function readDismissed(run: string): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(run)) ?? '[]');
    return new Set(Array.isArray(value) ? value.filter(key => typeof key === 'string') : []);
  } catch {
    return new Set();
  }
}
