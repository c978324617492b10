import { invoiceTotal } from './invoice.mjs';
import { roundCents, sum } from './money.mjs';

/** What a month (`2026-03`) brought in, every order being one invoice. */
export function monthTotal(lines, month) {
  const orders = new Map();
  for (const line of lines.filter(line => line.date.startsWith(month))) {
    const order = orders.get(line.order) ?? { billedTo: line.country, lines: [] };
    order.lines.push(line);
    orders.set(line.order, order);
  }
  return roundCents(sum([...orders.values()].map(invoiceTotal)));
}
