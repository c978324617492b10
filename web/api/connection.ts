import { useSyncExternalStore } from 'react';

/** `reconnecting` for the first while without a stream, then `offline`; tries go on in both. */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline';

let current: ConnectionState = 'connecting';
const listeners = new Set<() => void>();

/** How the event stream is doing, as the leading tab sees it. */
export const connectionStore = {
  set(state: ConnectionState): void {
    if (state === current) return;
    current = state;
    for (const listener of listeners) listener();
  },
  get: (): ConnectionState => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The state of the connection, for the bar. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(connectionStore.subscribe, connectionStore.get);
}
