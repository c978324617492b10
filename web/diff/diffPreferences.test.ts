import { expect, test } from 'vitest';
import { formatPreferences, preferencesFromText } from './diffPreferences.ts';

test.each(['auto', 'column', 'side', 'auto only-changes', 'side only-changes'])('“%s” comes back', text => {
  expect(formatPreferences(preferencesFromText(text))).toBe(text);
});

test.each([null, '', 'nonsense'])('what says nothing is as usual', text => {
  expect(preferencesFromText(text)).toEqual({ layout: 'auto', onlyChanges: false });
});
