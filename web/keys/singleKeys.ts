import { useSyncExternalStore } from 'react';

const KEY = 'forkpoint-single-keys';
const listeners = new Set<() => void>();

/** Whether keys without Ctrl or ⌘ do anything outside of what has the focus; on unless the person switched them off. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

/** Keeps the choice for all tabs to come. */
function switchSingleKeys(isOn: boolean): void {
  localStorage.setItem(KEY, isOn ? 'on' : 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The choice and how to make another. */
export function useSingleKeys(): [isOn: boolean, switchTo: (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, areSingleKeysOn), switchSingleKeys];
}
