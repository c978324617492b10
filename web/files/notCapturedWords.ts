import type { NotCaptured } from '../../shared/capture.ts';
import type { WordKey } from '../i18n/words.ts';

/** Why a capture does not hold a path. */
export const notCapturedWords = {
  'too-large': 'files.tooLarge',
  'over-budget': 'files.overBudget',
  pipe: 'files.pipe',
  socket: 'files.socket',
  device: 'files.device',
  'nested-repository': 'files.nestedRepository',
  unreadable: 'files.unreadable',
  ignored: 'files.ignored',
  'odd-name': 'files.oddName',
} as const satisfies Record<NotCaptured['why'], WordKey>;
