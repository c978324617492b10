/**
 * Passed at every step of a capture, a restore and a fork's copy; may throw, or end the process. `capture` and `restore`
 * come before the step, `after-…` after it, the others in between. (`fork` and `after-fork` belong to whoever makes the
 * branch: its files are a part of that.)
 */
export type CrashPoint = (label: WorkspaceStep) => void;

export type WorkspaceStep =
  | 'capture'
  | 'capture-file'
  | 'capture-walked'
  | 'capture-packed'
  | 'capture-remembered'
  | 'after-capture'
  | 'restore'
  | 'restore-held'
  | 'restore-noted'
  | 'restore-path'
  | 'restore-temporary'
  | 'restore-path-done'
  | 'restore-applied'
  | 'restore-recorded'
  | 'after-restore'
  | 'fork-begun'
  | 'fork-path'
  | 'fork-written'
  | 'fork-copied'
  | 'fork-remembered'
  | 'fork-in-place';
