/** Bookmarks, notes, turns marked good or bad, and the search for the first bad one. */
export const notes = {
  open: 'Notes',
  bar: 'Notes on this turn',
  bookmarkOn: 'Bookmark this turn',
  bookmarkOff: 'Remove the bookmark',
  verdicts: 'Is it still right here?',
  good: 'Good',
  bad: 'Bad',
  skip: 'Cannot tell',
  goodTitle: 'Everything is still right in this turn',
  badTitle: 'Something is already wrong in this turn',
  skipTitle: 'It cannot be told in this turn',

  write: 'Write a note',
  edit: 'Edit the note',
  text: 'Note',
  placeholder: 'What stands out here?',
  save: 'Save',
  cancel: 'Cancel',
  emptyRemoves: 'Saving it empty removes the note.',

  panel: 'Notes of this run',
  title: 'Notes',
  close: 'Close the notes',
  loading: 'Reading the notes',
  list: 'Marked turns',
  listTitle: 'Marked turns',
  none: 'Nothing is noted yet.',
  noneHint: 'Bookmark a turn, write a note on it, or mark it good or bad, below its title.',
  lost: {
    one: '{count} entry is on a scene that is not here any more.',
    other: '{count} entries are on scenes that are not here any more.',
  },
  lostRemove: 'Remove',
  keptIn: 'Kept in {path}',
  keptApart: 'Kept in {path}. Nothing is written into what was opened.',

  turn: 'Turn {turn}',
  turnOf: 'Turn {turn} on {branch}',
  leftBehind: 'left behind',

  searchTitle: 'Find the first bad turn',
  searchAbout:
    'Mark a turn in which things are wrong as bad. You are then shown a turn halfway, and so on, until the first bad one is found.',
  needsBad: 'Go to a turn in which things are already wrong, and mark it bad.',
  needsGood: 'Go to an earlier turn in which all is still right, and mark it good.',
  look: {
    one: 'Next: turn {turn}. At most {count} look is left.',
    other: 'Next: turn {turn}. At most {count} looks are left.',
  },
  lookHere: {
    one: 'Is turn {turn} still right? At most {count} look is left.',
    other: 'Is turn {turn} still right? At most {count} looks are left.',
  },
  goTo: 'Go to turn {turn}',
  markShown: 'Mark turn {turn}',
  found: 'Turn {turn} is the first bad one.',
  foundBetween:
    'The first bad one is turn {turn}, or one of those before it that could not be told: {skipped}.',
  lastGood: 'Turn {turn} is the last good one.',
  rewindTo: 'Rewind to turn {turn}',
  forkFrom: 'Fork from turn {turn}',
  contradiction:
    'Turn {good} is marked good, but it comes after turn {bad}, which is marked bad. Change one of the two.',
  startOver: 'Start over',
} as const;
