/** What is thrown where a run is stopped. Its scene stays as it is. */
export function stopError(): DOMException {
  return new DOMException('The run was stopped', 'AbortError');
}

/** Whether a caught value says that something was stopped, whoever threw it: the loop, a model, `fetch`, a timer. */
export function isStopError(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** @throws `stopError` after a stop */
export function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw stopError();
}

/**
 * Waits for work, but after a stop no longer than `graceMs`: a stop takes effect within a second, whatever the work does
 * with the signal it was given.
 * @throws `stopError` when the grace is over; else what the work throws
 */
export function settledOrStopped<T>(work: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const giveUp = () => {
      timer = setTimeout(() => reject(stopError()), graceMs);
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    });
  });
}
