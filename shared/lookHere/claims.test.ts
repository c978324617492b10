import { expect, test } from 'vitest';
import { claimIn } from './claims.ts';

test.each([
  'All tests pass.',
  'Good news: the failing invoice test is fixed.',
  'I have fixed the rounding.',
  'The whole suite is green now!',
  'Everything works.',
  'The migration is now complete.',
])('“%s” claims success', text => {
  expect(claimIn(text)).not.toBeNull();
});

test.each([
  'All tests should pass now.',
  'When all tests pass, I will tell the team.',
  'Not all tests pass.',
  'Are all tests passing?',
  'Let me make sure that all tests pass.',
  'Eight of nine tests pass, but the total is still off.',
  'The bug isn’t fixed.',
  'I will fix the total.',
  '```\nAll tests pass.\n```',
])('“%s” claims nothing', text => {
  expect(claimIn(text)).toBeNull();
});

test('the sentence that claims it is given, on one line', () => {
  expect(claimIn('I looked at the table.\nThe rate\nis fixed. Next I will rest.')).toBe('The rate is fixed.');
});
