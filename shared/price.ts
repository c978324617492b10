import { z } from 'zod';
import { contextTokensOf, type Usage } from './message.ts';

/** What a million tokens cost, in US dollars. `cacheWrite`: for five minutes. */
const rates = {
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cacheWrite: z.number().nonnegative(),
  cacheRead: z.number().nonnegative(),
};

/** The price of a model. `above`: what every token of a request costs whose prompt is longer than so many tokens. */
export const priceSchema = z.object({
  ...rates,
  above: z.object({ tokens: z.int().positive(), ...rates }).optional(),
});
export type Price = z.infer<typeof priceSchema>;

export const PRICES_VERSION = 1;

/** `prices.json` of a data folder: prices by the name of the model, for people to edit. */
export const priceTableSchema = z.object({
  version: z.literal(PRICES_VERSION),
  models: z.record(z.string(), priceSchema),
});
export type PriceTable = z.infer<typeof priceTableSchema>;

/** What may follow a model's name where it is the same model: a date, `latest`, the version of a cloud's offer. */
const sameModel = /^(?:[-@]\d{8}(?:-v\d+(?::\d+)?)?|-latest|-v\d+(?::\d+)?)$/;

/** The price of a model: its own entry, or that of the name it begins with, where only a date follows. Null: unknown. */
export function priceOf(model: string, { models }: Pick<PriceTable, 'models'>): Price | null {
  if (Object.hasOwn(models, model)) return models[model] ?? null;
  const name = Object.keys(models).find(
    known => model.startsWith(known) && sameModel.test(model.slice(known.length)),
  );
  return name === undefined ? null : (models[name] ?? null);
}

/** Cost of one reply in US dollars; 0 without a price. */
export function costUsdOf(usage: Usage, price: Price | null): number {
  if (price === null) return 0;
  const { input, output, cacheWrite, cacheRead } = ratesFor(usage, price);
  const tokens =
    (usage.input_tokens ?? 0) * input +
    (usage.output_tokens ?? 0) * output +
    (usage.cache_creation_input_tokens ?? 0) * cacheWrite +
    (usage.cache_read_input_tokens ?? 0) * cacheRead;
  return tokens / 1_000_000;
}

function ratesFor(usage: Usage, price: Price): Omit<Price, 'above'> {
  return price.above && contextTokensOf(usage) > price.above.tokens ? price.above : price;
}
