/** What a resume does about a call without a result, and why. */
export const reconcile = {
  outcomeReuse: 'its result is used again',
  outcomeRun: 'runs',
  outcomeRunAgain: 'runs again',
  outcomeProbe: 'is looked up, and runs only if it has not happened',
  outcomeRestoreAndRun: 'its files are put back, then it runs',
  outcomeTellUnknown: 'does not run; the model is told that it may have happened',
  outcomeNotRunHere: 'does not run here',
  outcomeNotRun: 'does not run, and the branch stops here again',
  outcomeAsk: 'asks you first',
  outcomeAsDecided: 'as you decided',
  outcomeWait: 'waits for its process to end',
  whyEndKnown: 'how it ended is written down',
  whyNeverOpened: 'it was never started',
  whyReadOrIdempotent: 'running it twice changes nothing more',
  whyHasProbe: 'its tool can tell whether it happened',
  whyFilesAsBefore: 'the files are as before the call',
  whyFilesChanged: 'the files have changed since it started',
  whyMayHaveHappened: 'it was started, and how it ended is not known',
  whyBelongsToParent: 'it belongs to the line that this branch was forked from',
  whyFilesPutBack: 'the files were put back since',
  whyDecided: 'you decided so',
  whyStillRunning: 'its process is still alive',
  whyNoJournal: 'nothing was written down about it',
  whyDuplicateId:
    'another call of this reply has the same id; go back to the turn before, or fork from there',
  idUsed:
    'Warning: an earlier call, {name}, had the same id with another input; its result is not used for this one',
  idUsedInTurn:
    'Warning: {name} in turn {turn} had the same id with another input; its result is not used for this one',
} as const;
