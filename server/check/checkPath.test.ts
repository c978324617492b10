import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawFolder } from '../sources/testing/drawFolder.ts';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { drawTranscript } from '../sources/transcript/testing/drawTranscript.ts';
import { checkPath } from './checkPath.ts';

test('a folder with a tail, a damaged file and an open call is counted, and nothing is written', async () => {
  const folder = join(await temporaryFolder(), 'theirs');
  await drawFolder(
    folder,
    `
    checkpoints   | 0-B..14-B 15-A..17-B@new/15 18-A..18-B
    checkpoints-a | 2-B 3-A..4-A@a/3 6-B!cut
  `,
  );
  const before = (await readdir(folder, { recursive: true })).toSorted();
  const report = await checkPath(folder);
  expect(report).toMatchObject({ kind: 'folder', path: folder, branches: 2, damaged: 1, dangling: 1 });
  expect(report).toMatchObject({ orphaned: 2, superseded: 0, effects: 0 });
  expect(report.problems).not.toEqual([]);
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(before);
});

test('messages that the API would refuse are named; a call that waits and a reply at the end are no such thing', async () => {
  const folder = join(await temporaryFolder(), 'theirs');
  const messages = [
    { role: 'user', content: 'hello' },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'gone', content: 'x' }] },
    { role: 'assistant', content: 'Hm?' },
  ];
  await mkdir(join(folder, 'checkpoints'), { recursive: true });
  await writeFile(join(folder, 'checkpoints/turn-001-B.json'), JSON.stringify({ messages }));
  expect(await checkPath(folder)).toMatchObject({
    damaged: 0,
    illegal: [{ branch: 'main', code: 'orphan-result', messageIndex: 1, callId: 'gone' }],
  });
});

test('a transcript is told from other files by what is in it', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'session.txt');
  await writeFile(path, drawTranscript('u1 prompt Hello').join('\n'));
  expect(await checkPath(path)).toMatchObject({ kind: 'transcript', path, records: 1, scenes: 1 });
  await writeFile(path, 'hello');
  await expect(checkPath(path)).rejects.toMatchObject({ code: 'unknown-format' });
  await expect(checkPath(join(folder, 'gone'))).rejects.toMatchObject({ code: 'no-such-path' });
});
