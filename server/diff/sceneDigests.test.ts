import { expect, test } from 'vitest';
import { openedFolder } from '../sources/testing/openedFolder.ts';
import { SceneDigests } from './sceneDigests.ts';

test('a scene is looked through once, and again when it changed or is compared otherwise', async () => {
  const { source, rows } = await openedFolder('checkpoints own | 0-B..2-B');
  const [row] = rows.scenes;
  const messages = [{ role: 'user' as const, content: 'a  b' }];
  if (!row) throw new Error('no scene');
  const digests = new SceneDigests();
  const of = async (scene = row, said = messages, options = {}) =>
    (await digests.of(source, scene, said, options)).digests;
  const first = await of();
  expect(await of(row, structuredClone(messages))).toBe(first);
  expect(await of({ ...row, words: 'changed' })).not.toBe(first);
  expect(await of(row, [...messages, ...messages])).toHaveLength(2);
  expect(await of(row, [{ role: 'user', content: 'ab' }], { ignoreSpace: true })).toEqual(
    await of({ ...row, words: 'other' }, messages, { ignoreSpace: true }),
  );
});
