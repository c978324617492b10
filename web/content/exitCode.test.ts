import { expect, test } from 'vitest';
import { exitCodeIn } from './exitCode.ts';

test('exit codes as harnesses write them, first or last', () => {
  expect(exitCodeIn('Exit code 1\nnot ok')).toBe(1);
  expect(exitCodeIn('exit 2\nnot ok')).toBe(2);
  expect(exitCodeIn('not ok\n[exit code: 137]\n')).toBe(137);
  expect(exitCodeIn('killed\nProcess exited with code -1')).toBe(-1);
});

test('words about exits in the middle of an output are none', () => {
  expect(exitCodeIn('a\nexit 1\nb')).toBeNull();
  expect(exitCodeIn('exit strategy for 3 clients')).toBeNull();
  expect(exitCodeIn('')).toBeNull();
});
