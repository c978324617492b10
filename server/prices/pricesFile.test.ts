import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { costUsdOf } from '../../shared/price.ts';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { knownPrices } from './knownPrices.ts';
import { PricesFile } from './pricesFile.ts';

const table = (input: number) =>
  JSON.stringify({ version: 1, models: { mine: { input, output: 1, cacheWrite: 1, cacheRead: 1 } } });

test('the table is made when it is first needed, for people to edit', async () => {
  const folder = await temporaryFolder();
  const prices = await new PricesFile(folder).read();
  expect(prices.problem).toBeNull();
  expect(prices.priceOf('claude-opus-5-5')).toMatchObject({ input: 4, output: 20 });
  expect(JSON.parse(await readFile(join(folder, 'prices.json'), 'utf8'))).toEqual(knownPrices);
});

test('it is read anew when it changed, and made anew when it is gone', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'prices.json');
  const file = new PricesFile(folder);
  await writeFile(path, table(3));
  expect((await file.read()).priceOf('mine')?.input).toBe(3);
  await writeFile(path, table(4));
  expect((await file.read()).priceOf('mine')?.input).toBe(4);
  await rm(path);
  expect((await file.read()).priceOf('mine')).toBeNull();
  expect((await file.read()).priceOf('claude-opus-5')).not.toBeNull();
});

test.each([
  ['{', 'bad-json'],
  ['', 'empty-file'],
  ['{"version":1,"models":{"mine":{"input":-1,"output":1,"cacheWrite":1,"cacheRead":1}}}', 'bad-shape'],
  ['{"version":2,"models":{}}', 'newer-version'],
])('%s is a problem, no price, and stays as it is', async (text, code) => {
  const folder = await temporaryFolder();
  const path = join(folder, 'prices.json');
  await writeFile(path, text);
  const prices = await new PricesFile(folder).read();
  expect(prices.problem?.code).toBe(code);
  expect(prices.priceOf('claude-opus-5')).toBeNull();
  expect(await readFile(path, 'utf8')).toBe(text);
});

test.skipIf(process.getuid?.() === 0)('a folder that cannot be written to has the usual prices', async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o500);
  const prices = await new PricesFile(folder).read();
  expect(prices).toMatchObject({ problem: null });
  expect(prices.priceOf('claude-opus-5')).not.toBeNull();
  await chmod(folder, 0o700);
});

test.each([
  ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
  ['claude-sonnet-4-20250514', 'claude-sonnet-4'],
  ['claude-3-7-sonnet-latest', 'claude-3-7-sonnet'],
  ['claude-opus-4-5@20251101', 'claude-opus-4-5'],
  ['claude-sonnet-4-7', null],
  ['scripted', null],
  ['toString', null],
])('%s costs what %s does', async (model, name) => {
  const prices = await new PricesFile(await temporaryFolder()).read();
  expect(prices.priceOf(model)).toEqual(name === null ? null : knownPrices.models[name]);
});

test('a long prompt has another price, for every token of its request', () => {
  const price = knownPrices.models['claude-haiku-5-5'] ?? null;
  expect(costUsdOf({ input_tokens: 100_000, output_tokens: 10 }, price)).toBeCloseTo(0.010005, 9);
  expect(costUsdOf({ input_tokens: 90_000, cache_read_input_tokens: 10_001 }, price)).toBeCloseTo(
    0.04550005,
    9,
  );
});

describe('what is written into the cache', () => {
  const price = { input: 4, output: 20, cacheWrite: 5, cacheRead: 0.2 };
  const written = (hour: unknown) => ({
    cache_creation_input_tokens: 3_000_000,
    cache_creation: { ephemeral_5m_input_tokens: 2_000_000, ephemeral_1h_input_tokens: hour },
  });

  test('for an hour costs twice the input, for five minutes what the table says', () => {
    expect(costUsdOf(written(1_000_000), price)).toBeCloseTo(2 * 5 + 8, 9);
  });

  test('for an hour costs what the table says where it says so', () => {
    expect(costUsdOf(written(1_000_000), { ...price, cacheWriteHour: 7 })).toBeCloseTo(2 * 5 + 7, 9);
  });

  test('is for five minutes where nothing usable says otherwise', () => {
    expect(costUsdOf(written(null), price)).toBeCloseTo(15, 9);
    expect(costUsdOf({ cache_creation_input_tokens: 3_000_000 }, price)).toBeCloseTo(15, 9);
    expect(costUsdOf({ cache_creation_input_tokens: 3_000_000, cache_creation: null }, price)).toBeCloseTo(
      15,
      9,
    );
  });

  test('a table from before there was a price for an hour is read as it is', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'prices.json'), table(3));
    expect((await new PricesFile(folder).read()).priceOf('mine')).toEqual({
      input: 3,
      output: 1,
      cacheWrite: 1,
      cacheRead: 1,
    });
  });
});
