import { chownSync, mkdirSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomFrom } from '../store/testing/randomFrom.ts';
import { fastFolder, removeFolder } from '../workspace/testing/fastFolder.ts';
import { isRoot, person } from '../workspace/testing/rights.ts';
import { startPlayer } from './testing/playerOrders.ts';
import { type Actor, RandomActs } from './testing/randomActs.ts';

const sequences = Number(process.env.FORKPOINT_SEQUENCES ?? 200);
const firstSeed = Number(process.env.FORKPOINT_SEED ?? 1);
const actsPerRun = 7;

/** Even seeds are played by somebody with the rights of whoever tests, odd ones by another user where that can be. */
const users = [null, isRoot ? person : null];

async function playRun(seed: number, actor: Actor): Promise<void> {
  const folder = await realpath(await fastFolder());
  const acts = new RandomActs(folder, actor, randomFrom(seed));
  try {
    mkdirSync(join(folder, 'data'));
    if (actor.user !== null) {
      for (const path of [folder, join(folder, 'data')]) chownSync(path, actor.user, actor.user);
    }
    await acts.play(actsPerRun);
  } catch (error) {
    const again = `again with FORKPOINT_SEED=${seed} FORKPOINT_SEQUENCES=1`;
    throw new Error([again, ...acts.story].join('\n'), { cause: error });
  } finally {
    await removeFolder(folder);
  }
}

describe('random files, turns, rewinds, undos and forks, with somebody else at work', () => {
  let actors: Actor[] = [];
  beforeAll(() => {
    actors = users.map(user => ({ user, player: startPlayer(user) }));
  });
  afterAll(() => Promise.all(actors.map(({ player }) => player.end())));

  const whose = isRoot
    ? 'half of the runs by a user without rights to some of the files'
    : 'files of other users are left out: only root can make them';
  const timeout = 60_000 + sequences * 10_000;
  test(`what the run did not change stays, what it did is put back exactly (${whose})`, {
    timeout,
  }, async () => {
    await Promise.all(
      actors.map(async (actor, index) => {
        for (let seed = firstSeed; seed < firstSeed + sequences; seed++) {
          if (seed % actors.length === index) await playRun(seed, actor);
        }
      }),
    );
    expect(sequences).toBeGreaterThan(0);
  });
});
