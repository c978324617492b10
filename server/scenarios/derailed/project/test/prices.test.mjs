import assert from 'node:assert/strict';
import test from 'node:test';
import { netPrice } from '../src/discount.mjs';
import { formatLine, formatMoney } from '../src/format.mjs';

test('ten pieces are five per cent cheaper', () => {
  assert.equal(netPrice(9, 100), 900);
  assert.equal(netPrice(10, 100), 950);
});

test('money has two digits and a comma for thousands', () => {
  assert.equal(formatMoney(1043.5), '1,043.50 €');
});

test('a printed line is 48 columns wide', () => {
  assert.equal(formatLine('Atlas of the Alps', 34.95).length, 48);
});
