import assert from 'node:assert/strict';
import test from 'node:test';
import { invoiceTotal, lineTotal } from '../src/invoice.mjs';

test('a line holds its tax', () => {
  const line = { quantity: 2, unitPrice: 10, category: 'hardware' };
  assert.equal(lineTotal(line, 'DE'), 23.8);
});

test('an empty invoice costs nothing', () => {
  assert.equal(invoiceTotal({ billedTo: 'DE', lines: [] }), 0);
});

// Checked against the bank's own figures, order SO-10417.
test('total is rounded once', () => {
  const invoice = {
    customer: 'Alpenblick Optik, Salzburg',
    billedTo: 'DE',
    lines: [
      { quantity: 2, unitPrice: 129, category: 'hardware' },
      { quantity: 10, unitPrice: 34.95, category: 'books' },
      { quantity: 9, unitPrice: 12.49, category: 'hardware' },
      { quantity: 10, unitPrice: 24.35, category: 'books' },
    ],
  };
  assert.equal(invoiceTotal(invoice), 1043.57);
});
