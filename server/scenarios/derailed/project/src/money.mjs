/** An amount in euros as whole cents; half a cent goes up, away from zero. */
export function roundCents(amount) {
  const cents = Math.round(Math.abs(amount) * 100 + 1e-9);
  return (Math.sign(amount) * cents) / 100;
}

/** The sum of amounts. Binary fractions leave dust far behind the cents: round before you show it. */
export function sum(amounts) {
  return amounts.reduce((total, amount) => total + amount, 0);
}
