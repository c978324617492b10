import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../store/testing/randomFrom.ts';
import { fastFolder } from './testing/fastFolder.ts';
import { RandomRun } from './testing/randomRun.ts';

const sequences = Number(process.env.FORKPOINT_SEQUENCES ?? 200);
const firstSeed = Number(process.env.FORKPOINT_SEED ?? Date.now() % 1_000_000);

async function playRun(seed: number): Promise<void> {
  const folder = await fastFolder();
  try {
    await new RandomRun(folder, randomFrom(seed)).play(8);
  } catch (error) {
    throw new Error(`again with FORKPOINT_SEED=${seed} FORKPOINT_SEQUENCES=1`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('random files, changes, restores and forks', () => {
  const timeout = 30_000 + sequences * 1_000;
  test('what the run did not change stays, what it did is put back exactly', { timeout }, async () => {
    for (let seed = firstSeed; seed < firstSeed + sequences; seed++) await playRun(seed);
    expect(sequences).toBeGreaterThan(0);
  });
});
