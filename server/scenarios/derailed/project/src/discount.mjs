/** Net price of a line: ten pieces or more of one thing are five per cent cheaper. */
export function netPrice(quantity, unitPrice) {
  const factor = quantity >= 10 ? 0.95 : 1;
  return quantity * unitPrice * factor;
}
