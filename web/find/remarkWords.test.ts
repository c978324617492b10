import { expect, test } from 'vitest';
import { type Remark, remarkRules } from '../../shared/lookHere/remark.ts';
import { wordsOfRemark, wordsOfRule } from './remarkWords.ts';

const params = {
  tool: 'grep',
  detail: 'a.ts',
  file: 'tax.ts',
  check: 'npm test',
  said: 'All is well.',
  failed: 'read_file',
  count: 3,
  green: 1,
  red: 2,
  again: 4,
  turn: 5,
  tokens: 25_000,
};

test.each(remarkRules)('%s says what can be seen, with every gap filled, and no cause', rule => {
  const remark: Remark = { rule, turns: ['t1'], params };
  const sentence = wordsOfRemark(remark);
  expect(sentence).not.toMatch(/[{}]|undefined|NaN/);
  expect(`${sentence} ${wordsOfRule(rule)}`).not.toMatch(
    /\b(?:because|cause[sd]?|wrong|mistake|fault|should)\b/i,
  );
});
