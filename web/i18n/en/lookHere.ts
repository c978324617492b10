/** Remarks: what can be seen at some turns, never why it is so. One sentence and one explanation for each rule. */
export const lookHere = {
  about:
    'Observations by fixed rules, not causes. Each says what can be seen; whether it matters is yours to judge.',
  list: 'Remarks',
  looking: 'Looking through the run',
  none: 'None of the rules found anything here.',
  noneHint: 'That says little: they only know a few plain patterns.',
  partly: {
    one: 'Of {count} turn {looked} was looked through: the run is large.',
    other: 'Of {count} turns only {looked} were looked through: the run is large.',
  },
  lookAtAll: 'Look through all of it',
  explain: 'What is this rule?',
  dismiss: 'Dismiss',
  dismissed: { one: '{count} remark is dismissed.', other: '{count} remarks are dismissed.' },
  showDismissed: 'Show again',
  allDismissed: 'All remarks are dismissed.',
  turnsLabel: 'Turns',

  sameFailure: '{tool} failed {count} times with the same input and the same words: {detail}',
  sameFailureWhy:
    'The same call, with exactly the same input, failed with exactly the same words in two turns or more, and no call changed a file in between.',
  errorStreak: {
    one: '{count} turn in which every call failed',
    other: '{count} turns in a row in which every call failed',
  },
  errorStreakWhy: 'Three turns or more in a row, and in each of them every call ended with an error.',
  toAndFro: {
    one: '{file} went back to how it had been, once',
    other: '{file} went back to how it had been, {count} times',
  },
  toAndFroWhy:
    'An edit put back a passage that an earlier edit on the same line had replaced, or a whole file was written as it was before, with something else in between.',
  wentRed: '“{check}” was green in turn {green} and has been red since',
  wentRedWhy:
    'The same test command was green, then red, and neither it nor another command of its test program was green again on this line.',
  neverGreen: {
    one: '“{check}” ran {count} time and was never green',
    other: '“{check}” ran {count} times and was never green',
  },
  neverGreenWhy:
    'Tests of one program ran in two turns or more of this line and were red each time. A run counts as red by its exit code, or by what it sums up at its end.',
  editBeside:
    'edits {file}, which the red check of turn {red} does not name; the check was red again in turn {again}',
  editBesideWhy:
    'Between two red runs of a check, passages were edited only in files whose names do not occur in what the first of them said. Prose files do not count.',
  claimWhileRed: 'says “{said}” while the last check, in turn {red}, was red',
  claimWhileRedWhy:
    'Words that claim success, to you or in a call that reaches the world, while the last test run before them was red. Words to you that come with a test run, or right before one, do not count.',
  contextJump: 'the next request was larger by {tokens}, mostly by the result of {tool}: {detail}',
  contextJumpWhy:
    'The results of one turn made the next request larger by at least 20,000 tokens and by two fifths of what it was.',
  effectAfterError: '{tool} right after a failed {failed} in turn {turn}: {detail}',
  effectAfterErrorWhy:
    'Something that reaches the world (a mail, a ticket, a push) was done in the turn right after one in which a call had failed.',
} as const;
