import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ForkpointError } from '../../shared/errors.ts';
import { outputTo, reportError } from './output.ts';
import { paint } from './paint.ts';
import { visibleText } from './visibleText.ts';

test('only our own paint becomes a colour: what a run puts in its place is shown', () => {
  const stdout = Object.assign(new PassThrough(), { isTTY: true });
  const output = outputTo({ stdout, stderr: new PassThrough(), env: {} }, false);
  output.say(paint.green(visibleText(`ok ${paint.red('no')}`)));
  expect(String(stdout.read())).toBe('\u001b[32mok <FDD6>no<FDD7>\u001b[39m\n');
});

test('no control character of an outside word reaches the terminal', () => {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const output = outputTo(streams, false);
  output.say('one\nof \u001b[2J\r two');
  reportError(new ForkpointError('model-failed', { detail: '400 \u001b]0;title\u0007\u202e' }), output);
  expect(String(streams.stdout.read())).toBe('one\nof <001B>[2J<000D> two\n');
  expect(String(streams.stderr.read())).toContain('400 <001B>]0;title<0007><202E>');
});
