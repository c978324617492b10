/** An amount in euros for people: `1,043.57 €`. */
export function formatMoney(amount) {
  const [whole, cents] = amount.toFixed(2).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents} €`;
}

/** A line of a printed invoice, its amount at the right edge of 48 columns. */
export function formatLine(label, amount) {
  const money = formatMoney(amount);
  return label.slice(0, 46 - money.length).padEnd(48 - money.length, '.') + money;
}
