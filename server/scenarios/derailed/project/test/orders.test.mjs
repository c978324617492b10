import assert from 'node:assert/strict';
import test from 'node:test';
import { lineFromRow } from '../src/orders.mjs';

test('a row of the export becomes a line', () => {
  const line = lineFromRow('2026-03-07,SO-10417,DE,books,10,34.95');
  assert.equal(line.quantity, 10);
  assert.equal(line.unitPrice, 34.95);
});
