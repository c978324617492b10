import { PRICES_VERSION, type Price, type PriceTable } from '../../shared/price.ts';

/** Writing into the cache costs a quarter more than plain input for five minutes, and twice as much for an hour. */
function price(input: number, output: number, cacheRead: number): Price {
  return { input, output, cacheWrite: input * 1.25, cacheWriteHour: input * 2, cacheRead };
}

const fable = price(10, 50, 1);
const opus = price(5, 25, 0.5);
const opusBefore = price(15, 75, 1.5);
const sonnetBefore = price(3, 15, 0.3);

/**
 * What well-known models cost, in US dollars for a million tokens: the table that a data folder starts with. As published
 * on platform.claude.com/docs/en/about-claude/pricing, November 2026.
 */
export const knownPrices: PriceTable = {
  version: PRICES_VERSION,
  models: {
    'claude-fable-5-1': price(10, 50, 0.25),
    'claude-mythos-5-1': price(10, 50, 0.25),
    'claude-fable-5': fable,
    'claude-mythos-5': fable,
    'claude-opus-5-5': price(4, 20, 0.2),
    'claude-opus-5': opus,
    'claude-opus-4-8': opus,
    'claude-opus-4-7': opus,
    'claude-opus-4-6': opus,
    'claude-opus-4-5': opus,
    'claude-opus-4-1': opusBefore,
    'claude-opus-4': opusBefore,
    'claude-sonnet-5-5': price(2, 10, 0.1),
    'claude-sonnet-5': price(2, 10, 0.2),
    'claude-sonnet-4-6': sonnetBefore,
    'claude-sonnet-4-5': sonnetBefore,
    'claude-sonnet-4': sonnetBefore,
    'claude-3-7-sonnet': sonnetBefore,
    'claude-3-5-sonnet': sonnetBefore,
    'claude-haiku-5-5': { ...price(0.1, 0.5, 0.01), above: { tokens: 100_000, ...price(0.5, 2.5, 0.05) } },
    'claude-haiku-4-5': price(1, 5, 0.1),
    'claude-3-5-haiku': price(0.8, 4, 0.08),
  },
};
