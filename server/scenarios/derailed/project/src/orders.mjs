/** One row of the order export as a line of an invoice. */
export function lineFromRow(row) {
  const [date, order, country, category, quantity, unitPrice] = row.split(',');
  return { date, order, country, category, quantity: Number(quantity), unitPrice: Number(unitPrice) };
}

/** All lines of an export; the first row names the columns. */
export function linesFromCsv(text) {
  return text.trim().split('\n').slice(1).map(lineFromRow);
}
