import assert from 'node:assert/strict';
import test from 'node:test';
import { rateFor } from '../src/tax.mjs';

test('books are taxed at the reduced rate', () => {
  assert.equal(rateFor('DE', 'books'), 0.07);
});

test('an unknown category is refused', () => {
  assert.throws(() => rateFor('DE', 'boats'), /no tax rate for boats in DE/);
});
