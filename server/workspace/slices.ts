import { setImmediate as nextTurn } from 'node:timers/promises';

const sliceMs = 12;

/**
 * Walking and reading thousands of small files is several times faster with calls that wait in place; `breathe` lets
 * everything else in the process go on every few milliseconds.
 */
export function slices(): () => Promise<void> | undefined {
  let startedMs = performance.now();
  return () => {
    if (performance.now() - startedMs < sliceMs) return undefined;
    return nextTurn().then(() => {
      startedMs = performance.now();
    });
  };
}
