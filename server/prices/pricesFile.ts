import { join } from 'node:path';
import { type ForkpointError, isForkpointError, type Problem } from '../../shared/errors.ts';
import {
  PRICES_VERSION,
  type Price,
  type PriceTable,
  priceOf,
  priceTableSchema,
} from '../../shared/price.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { readIfThere, statIfThere } from '../disk/readIfThere.ts';
import { writeFileExclusive } from '../disk/writeFileAtomic.ts';
import { refuseNewer } from '../sources/versionDoor.ts';
import { knownPrices } from './knownPrices.ts';

/** The table of prices as it is now. Of a file that cannot be used there is the problem, and no price. */
export interface Prices {
  path: string;
  problem: Problem | null;
  priceOf(model: string): Price | null;
}

interface Reading {
  /** Tells the file from what it was and from another in its place. */
  stamp: string;
  table: PriceTable | null;
  error: ForkpointError | null;
}

const noModels: PriceTable = { version: PRICES_VERSION, models: {} };

/** `prices.json` of a data folder: a person's own, made with what well-known models cost when it is first needed. */
export class PricesFile {
  readonly #path: string;
  #last: Reading | null = null;

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'prices.json');
  }

  /** The prices as the file has them at this moment. Never throws for what lies there. */
  async read(): Promise<Prices> {
    const { table, error } = await this.#reading();
    return {
      path: this.#path,
      problem: error?.toProblem() ?? null,
      priceOf: model => priceOf(model, table ?? noModels),
    };
  }

  async #reading(): Promise<Reading> {
    try {
      const stats = await statIfThere(this.#path);
      if (stats === null) return await this.#made();
      const stamp = `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
      if (this.#last?.stamp !== stamp) this.#last = await readTable(this.#path, stamp);
      return this.#last;
    } catch (error) {
      if (!isForkpointError(error)) throw error;
      return { stamp: '', table: null, error };
    }
  }

  /** A folder that cannot be written to has the usual prices all the same. */
  async #made(): Promise<Reading> {
    try {
      await writeFileExclusive(this.#path, `${JSON.stringify(knownPrices, null, 2)}\n`);
    } catch (error) {
      if (!isForkpointError(error)) throw error;
      // Somebody else made it in this moment: theirs is read.
      if (error.code === 'already-saved') return await readTable(this.#path, '');
    }
    return { stamp: '', table: knownPrices, error: null };
  }
}

/** @throws ForkpointError `unreadable-file` */
async function readTable(path: string, stamp: string): Promise<Reading> {
  const bytes = await readIfThere(path);
  // Taken away since it was found there.
  if (bytes === null) return { stamp: '', table: knownPrices, error: null };
  try {
    return { stamp, table: tableFromText(bytes.toString('utf8'), path), error: null };
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return { stamp, table: null, error };
  }
}

/** The door for a table of prices. @throws ForkpointError `empty-file`, `bad-json`, `bad-shape`, `newer-version` */
function tableFromText(text: string, where: string): PriceTable {
  const value = parseJson(text, where);
  refuseNewer(value, PRICES_VERSION, where);
  return checked(priceTableSchema, value, where);
}
