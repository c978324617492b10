import { useState } from 'react';
import type { Loaded } from '../api/queries.ts';

/**
 * The value that is there, or while another one loads the last one there was (`isOld`): whoever follows a live run
 * sees one turn replaced by the next, not by nothing.
 */
export function useLastReady<T>(loaded: Loaded<T>): { value: T | null; isOld: boolean } {
  const [last, setLast] = useState<T | null>(null);
  const ready = loaded.status === 'ready' ? loaded.value : null;
  if (ready !== null && ready !== last) setLast(ready);
  return ready === null ? { value: last, isOld: true } : { value: ready, isOld: false };
}
