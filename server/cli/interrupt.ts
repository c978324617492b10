/** Ctrl-C and its kin. */
export interface Interrupt {
  /**
   * Called at the first interruption; the second ends the process at once. Without a listener the first does, since
   * there is nothing to bring to an end.
   */
  onFirst(listener: () => void): void;
}

const INTERRUPTED = 130;

/** Listens to the signals that ask a process to end. A reader that went away (`| head`) counts as one. */
export function interruptsOf(process: NodeJS.Process): Interrupt {
  const listeners = new Set<() => void>();
  let wasInterrupted = false;
  const interrupted = () => {
    if (wasInterrupted || listeners.size === 0) process.exit(INTERRUPTED);
    wasInterrupted = true;
    for (const listener of listeners) listener();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupted);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (!wasInterrupted) interrupted();
  });
  return {
    onFirst(listener) {
      listeners.add(listener);
      if (wasInterrupted) listener();
    },
  };
}
