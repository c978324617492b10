import { expect, test } from 'vitest';
import { withDecisions } from './decision.ts';

const did = { kind: 'did' } as const;
const run = { kind: 'run' } as const;

test('a new decision leaves the others as they are, spent ones too', () => {
  const earlier = { scene: 'a', calls: { t1: run, t2: run }, openings: { t1: 1, t2: 0 } };
  expect(withDecisions(earlier, 'a', { t2: did })).toEqual({
    scene: 'a',
    calls: { t1: run, t2: did },
    openings: { t1: 1 },
  });
});

test('decisions about another scene are void', () => {
  expect(withDecisions({ scene: 'a', calls: { t1: run } }, 'b', { t2: did })).toEqual({
    scene: 'b',
    calls: { t2: did },
  });
  expect(withDecisions(null, 'b', {})).toEqual({ scene: 'b', calls: {} });
});
