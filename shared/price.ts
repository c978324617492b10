import { z } from 'zod';
import { contextTokensOf, hourTokensOf, type Usage } from './message.ts';

/** What a million tokens cost, in US dollars. */
const rates = {
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  /** For five minutes. */
  cacheWrite: z.number().nonnegative(),
  /** For an hour; where a table does not say it, `HOUR_BY_INPUT` times the input. */
  cacheWriteHour: z.number().nonnegative().optional(),
  cacheRead: z.number().nonnegative(),
};

/** What keeping a token in the cache for an hour costs beside reading it once, as Anthropic lists it. */
const HOUR_BY_INPUT = 2;

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
  const { input, output, cacheWrite, cacheWriteHour, cacheRead } = ratesFor(usage, price);
  const written = usage.cache_creation_input_tokens ?? 0;
  const forAnHour = Math.min(hourTokensOf(usage), written);
  const millionths =
    (usage.input_tokens ?? 0) * input +
    (usage.output_tokens ?? 0) * output +
    (written - forAnHour) * cacheWrite +
    forAnHour * (cacheWriteHour ?? input * HOUR_BY_INPUT) +
    (usage.cache_read_input_tokens ?? 0) * cacheRead;
  return millionths / 1_000_000;
}

function ratesFor(usage: Usage, price: Price): Omit<Price, 'above'> {
  return price.above && contextTokensOf(usage) > price.above.tokens ? price.above : price;
}
