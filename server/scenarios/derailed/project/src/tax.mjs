/** Tax rates by the country an invoice is billed to. */
const rates = {
  DE: { standard: 0.19, reduced: 0.07 },
  AT: { standard: 0.2, reduced: 0.1 },
  NL: { standard: 0.21, reduced: 0.09 },
};

const kindOf = {
  hardware: 'standard',
  service: 'standard',
  books: 'reduced',
  food: 'reduced',
};

/** The tax rate of a category, as a fraction of the net price. */
export function rateFor(country, category) {
  const kind = kindOf[category];
  const rate = rates[country]?.[kind];
  if (rate === undefined) throw new Error(`no tax rate for ${category} in ${country}`);
  return rate;
}
