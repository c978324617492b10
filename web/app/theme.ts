import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const KEY = 'forkpoint-theme';
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return themes.find(theme => theme === kept) ?? 'system';
}

/** Puts the kept theme onto the page; called before anything is drawn. */
export function applyTheme(): void {
  const theme = readTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Keeps a theme for all tabs to come and shows it at once. */
function setTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen theme and how to choose another. */
export function useTheme(): [theme: Theme, setTheme: (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme), setTheme];
}
