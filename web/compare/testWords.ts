import type { TestTally } from '../../shared/compare/comparison.ts';
import { words } from '../i18n/words.ts';

/** `9 pass, 1 fail`. */
export function testWords({ passed, failed }: TestTally): string {
  return words('compare.testCounts', { passed, failed });
}
