import { useSyncExternalStore } from 'react';

/** `auto`: side by side where there is room for it. */
export type DiffLayout = 'auto' | 'column' | 'side';

/** How a person likes to look at diffs; kept for all tabs to come. */
export interface DiffPreferences {
  layout: DiffLayout;
  /** What is the same is left out. */
  onlyChanges: boolean;
}

const KEY = 'forkpoint-diff';
const layouts: readonly DiffLayout[] = ['auto', 'column', 'side'];
const listeners = new Set<() => void>();

/** Reads the preferences from the text in which they are kept; whatever it does not say is as usual. */
export function preferencesFromText(text: string | null): DiffPreferences {
  const words = text?.split(' ') ?? [];
  return {
    layout: layouts.find(layout => words.includes(layout)) ?? 'auto',
    onlyChanges: words.includes('only-changes'),
  };
}

/** The preferences as one line of words. */
export function formatPreferences({ layout, onlyChanges }: DiffPreferences): string {
  return onlyChanges ? `${layout} only-changes` : layout;
}

function prefer(preferences: DiffPreferences): void {
  localStorage.setItem(KEY, formatPreferences(preferences));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The preferences and how to change some of them. */
export function useDiffPreferences(): [DiffPreferences, (change: Partial<DiffPreferences>) => void] {
  const preferences = preferencesFromText(useSyncExternalStore(subscribe, () => localStorage.getItem(KEY)));
  return [preferences, change => prefer({ ...preferences, ...change })];
}
