import { expect, test } from 'vitest';
import { directionOfText } from './textDirection.ts';

test.each([
  ['Plain words.', 'ltr'],
  ['14: الاختبار أحمر', 'rtl'],
  ['שלום, run_command', 'rtl'],
  ['run_command שלום', 'ltr'],
  ['«…» 13 %', undefined],
  ['', undefined],
])('%s runs %s', (text, direction) => expect(directionOfText(text)).toBe(direction));
