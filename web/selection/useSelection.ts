import { useMemo, useSyncExternalStore } from 'react';
import { rewrittenRunAddress } from '../../shared/runAddress.ts';
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

/** Changes parts of the selection; the others stay. What is asked for on the graph leaves a comparison, which stands in its place. */
function select(change: SelectionChange, options: { replace?: boolean } = {}): void {
  const leaves = change.compare === null || (change.compare === undefined && isOfGraph(change));
  const next = { ...selectionNow(), ...change, ...(leaves && noComparison) };
  navigate(urlOfSelection(next), options.replace ?? false);
}

const noComparison = { compare: null, view: null, columns: null };

function isOfGraph({ scene, panel, act, diff, fanOut }: SelectionChange): boolean {
  return [scene, panel, act, diff, fanOut].some(part => part !== undefined && part !== null);
}

/** Goes to the page of a run, with nothing selected but what `change` says. What is pinned stays pinned. */
export function openRun(run: string, change: SelectionChange = {}): void {
  navigate(urlOfSelection({ ...selectionOnPage(selectionNow(), run), ...change }), false);
}

/** Goes to the list of runs. What is pinned stays pinned. */
export function openList(): void {
  navigate(urlOfPage(selectionNow(), null), false);
}

/** The URL of a run's page, or of the list of runs, for links from where `selection` is shown. */
export function urlOfPage(selection: Selection, run: string | null): string {
  return urlOfSelection(selectionOnPage(selection, run));
}

function selectionOnPage({ run: from, pin }: Selection, run: string | null): Selection {
  return { ...nothing, run, pin: pin === null ? null : rewrittenRunAddress(pin, from, run) };
}

/** The selection as the URL holds it, with the way to change it; back and forward work. */
export function useSelection() {
  const url = useSyncExternalStore(subscribe, currentUrl);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL is what the selection is read from
  return useMemo(() => ({ ...selectionNow(), select }), [url]);
}
