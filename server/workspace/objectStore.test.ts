import { rm } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ObjectStore, sha256 } from './objectStore.ts';
import { fastFolder } from './testing/fastFolder.ts';

test('who asks while packs are being taken in waits until their objects are known', async () => {
  const folder = await fastFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const written = new ObjectStore(folder);
  const pack = await written.startPack();
  const bytes = Buffer.from('bytes');
  const digest = sha256(bytes);
  pack.add(digest, bytes, false);
  await written.commit(pack);

  const opened = new ObjectStore(folder);
  const asked = await Promise.all(
    Array.from({ length: 30 }, async (_, ticks) => {
      for (let tick = 0; tick < ticks; tick++) await breathe();
      await opened.refresh();
      return opened.has(digest);
    }),
  );
  expect(asked).not.toContain(false);
});
