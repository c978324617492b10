import { netPrice } from './discount.mjs';
import { roundCents, sum } from './money.mjs';
import { rateFor } from './tax.mjs';

/** What one line costs with tax, in whole cents, as it is printed. */
export function lineTotal(line, country) {
  const net = netPrice(line.quantity, line.unitPrice);
  return roundCents(net * (1 + rateFor(country, line.category)));
}

/** What the customer pays. */
export function invoiceTotal(invoice) {
  const lines = invoice.lines.map(line => lineTotal(line, invoice.billedTo));
  return roundCents(sum(lines));
}
