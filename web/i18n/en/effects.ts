/** What the run has changed in the world. */
export const effects = {
  buttonLabel: { one: 'The world: 1 effect', other: 'The world: {count} effects' },
  title: 'What this run has done to the world',
  about: 'All branches, turns that were left behind included. No rewind and no fork takes any of it back.',
  branch: 'Branch',
  all: 'whole run',
  none: 'Nothing reached the world outside the workspace.',
  noneOnBranch: 'Nothing that {branch} did reached the world outside the workspace.',
  times: { one: 'once', other: '{count} times' },
  place: '{branch}, turn {turn}',
  placeNoTurn: '{branch}',
  commands: {
    one: '1 shell command, which may have reached outside',
    other: '{count} shell commands, which may have reached outside',
  },
  leftBehind: 'left behind',
  show: 'Show turn {turn} of {branch}',
  close: 'Close',
} as const;
