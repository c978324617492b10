import { setImmediate as breathe } from 'node:timers/promises';

/** Others wait no longer than this for the server. */
const sliceMs = 8;

/** Gives a function to call between steps of long work: it lets others go first once a slice of time is used up. */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return;
    await breathe();
    since = performance.now();
  };
}
