import { useMemo, useSyncExternalStore } from 'react';
import { nothing, type Selection, selectionFromUrl, urlOfSelection } from './selection.ts';

/** Parts of the selection that change on the page of a run. */
export type SelectionChange = Partial<Omit<Selection, 'page' | 'run' | 'problem'>>;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

const currentUrl = () => window.location.pathname + window.location.search;

function selectionNow(): Selection {
  return selectionFromUrl(window.location);
}

/** Goes to a URL of this page. `replace` leaves no step behind for the back button. */
function navigate(url: string, replace: boolean): void {
  if (url === currentUrl()) return;
  if (replace) window.history.replaceState(null, '', url);
  else window.history.pushState(null, '', url);
  for (const listener of listeners) listener();
}

/** Changes parts of the selection; the others stay. */
function select(change: SelectionChange, options: { replace?: boolean } = {}): void {
  navigate(urlOfSelection({ ...selectionNow(), ...change }), options.replace ?? false);
}

/** Goes to the page of a run, with nothing selected. */
export function openRun(run: string): void {
  navigate(urlOfRun(run), false);
}

/** Goes to the list of runs. */
export function openList(): void {
  navigate('/', false);
}

/** The address of a run's page, for links. */
export function urlOfRun(run: string): string {
  return urlOfSelection({ ...nothing, run });
}

/** The selection as the URL holds it, with the way to change it; back and forward work. */
export function useSelection() {
  const url = useSyncExternalStore(subscribe, currentUrl);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL is what the selection is read from
  return useMemo(() => ({ ...selectionNow(), select }), [url]);
}
