/** Files of the workspace: what was captured, what changed, what is not held. */
export const files = {
  tab: 'Files',
  tabCount: 'Files {count}',
  stateOk: 'Every file is held as it was at this save point.',
  statePartial: {
    one: 'Held as they were at this save point, but for 1 path.',
    other: 'Held as they were at this save point, but for {count} paths.',
  },
  stateFailed:
    'The files of this save point could not be captured. Going back here leaves files as they are.',
  stateNone: 'No files were captured at this save point.',
  changesTitle: 'Changed in this turn',
  noChanges: 'This turn changed no file.',
  capturesSize: 'All captures of this run take {size} on the disk.',
  notCapturedTitle: 'Not held',
  notCapturedMore: { one: 'and 1 more', other: 'and {count} more' },

  created: 'new',
  changed: 'changed',
  deleted: 'deleted',
  mode: 'mode',
  kind: 'another kind',
  noDiff: 'There is no text to compare.',
  showDiff: 'Show what changes in {path}',

  tooLarge: 'too large',
  overBudget: 'more than the run may hold',
  pipe: 'a pipe',
  socket: 'a socket',
  device: 'a device',
  nestedRepository: 'a repository of its own',
  unreadable: 'cannot be read',
  ignored: 'an ignored folder',
  oddName: 'a name that is no text',
} as const;
