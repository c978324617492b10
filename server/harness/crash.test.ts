import { expect, test } from 'vitest';
import { ForkpointError } from '../../shared/errors.ts';
import { crashOrderFrom, crashSwitch, dieAlone, SimulatedCrash } from './crash.ts';

test('the n-th passing of its label dies, once', () => {
  const { point } = crashSwitch(dieAlone, { label: 'after-save-a', n: 2 });
  point('save-a');
  point('after-save-a');
  point('save-a');
  expect(() => point('after-save-a')).toThrow(SimulatedCrash);
  point('after-save-a');
});

test('is armed while the run goes on, and counts from then', () => {
  const { point, arm } = crashSwitch(dieAlone);
  point('effect');
  arm({ label: 'effect', n: 2 });
  point('effect');
  expect(() => point('effect')).toThrow(SimulatedCrash);
});

test('is read from its environment variable', () => {
  expect(crashOrderFrom('after-effect-write:3')).toEqual({ label: 'after-effect-write', n: 3 });
  expect(crashOrderFrom('reply')).toEqual({ label: 'reply', n: 1 });
  for (const text of ['', 'lunch:1', 'reply:0', 'reply:x', 'after-after-reply:1']) {
    expect(() => crashOrderFrom(text), text).toThrow(ForkpointError);
  }
});
