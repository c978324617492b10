import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ForkpointError } from '../../shared/errors.ts';
import { outputTo, reportError } from './output.ts';

test('no control character of an outside word reaches the terminal', () => {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const output = outputTo(streams, false);
  output.say('one\nof \u001b[2J\r two');
  reportError(new ForkpointError('model-failed', { detail: '400 \u001b]0;title\u0007\u202e' }), output);
  expect(String(streams.stdout.read())).toBe('one\nof <001B>[2J<000D> two\n');
  expect(String(streams.stderr.read())).toContain('400 <001B>]0;title<0007><202E>');
});
