import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Message } from '../../../shared/message.ts';
import type { ReadingProgress } from '../../../shared/readingProgress.ts';
import { writeLargeTranscript } from '../../bench/transcripts/writeLargeTranscript.ts';
import type { LineStep, RunSource } from '../runSource.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { ClaudeCodeSource } from '../transcript/claudeCodeSource.ts';
import { drawTranscript } from '../transcript/testing/drawTranscript.ts';
import { textOf } from '../transcript/testing/openDrawn.ts';
import { ReadingThread, type Thread } from './readingThread.ts';
import { serveSources } from './serveSources.ts';

/** Both ends in one thread, with a real port between them; `die` is what a crash would do. */
function channelThread(): Thread & { die(message: string): void } {
  const { port1, port2 } = new MessageChannel();
  const onError: ((error: Error) => void)[] = [];
  serveSources(port2);
  const close = () => {
    port1.close();
    port2.close();
  };
  onTestFinished(close);
  return {
    postMessage: message => port1.postMessage(message),
    on(event, listener) {
      if (event === 'message') port1.on('message', listener);
      if (event === 'error') onError.push(listener as (error: Error) => void);
    },
    terminate: close,
    die(message) {
      close();
      for (const listener of onError) listener(new Error(message));
    },
  };
}

const session = `
  u1  prompt Tidy the shed
  a1  m1 text I look first
  a2  m1 call c1 Bash {"command":"ls shed"}
  r1  result c1 three rakes
  a3  m2 text All is tidy
`;

async function drawnFile(drawing = session): Promise<string> {
  const path = join(await temporaryFolder(), 'shed.jsonl');
  await writeFile(path, textOf(drawTranscript(drawing)));
  return path;
}

async function addedBy(source: RunSource, steps: readonly LineStep[]): Promise<Message[][]> {
  const added: Message[][] = [];
  for await (const messages of source.addedMessages?.(steps) ?? []) added.push(messages);
  return added;
}

test('a transcript read on a thread gives what it gives read in place', async () => {
  const path = await drawnFile();
  const threaded = new ReadingThread(channelThread).open(path, 'shed');
  const plain = new ClaudeCodeSource({ path, id: 'shed' });
  const rows = await threaded.rows();
  expect(rows).toEqual(await plain.rows());
  for (const { id } of rows.scenes) expect(await threaded.scene(id)).toEqual(await plain.scene(id));
  expect(await threaded.effects('main')).toEqual(await plain.effects('main'));
  expect(await threaded.effectsAt?.('main', [0, 7])).toEqual(await plain.effects('main'));
  expect(await threaded.effectsAt?.('main', [])).toEqual([]);
  const steps = rows.scenes.map(({ id, parent }) => ({ from: parent, to: id }));
  expect(await addedBy(threaded, steps)).toEqual(await addedBy(plain, steps));
});

test('rows are the same ones until the file changes, and then the same where it did not', async () => {
  const path = await drawnFile();
  const source = new ReadingThread(channelThread).open(path, 'shed');
  const before = await source.rows();
  expect(await source.rows()).toBe(before);
  const [, ...later] = drawTranscript('a3 m2 text All is tidy\nu9<a3 prompt Now the attic');
  await appendFile(path, textOf(later));
  const after = await source.rows();
  expect(after.scenes).toHaveLength(before.scenes.length + 1);
  expect(after.scenes[0]).toBe(before.scenes[0]);
});

test('errors come through as they are', async () => {
  const path = await drawnFile();
  const thread = new ReadingThread(channelThread);
  const missing = thread.open(join(await temporaryFolder(), 'none.jsonl'), 'none');
  await expect(missing.rows()).rejects.toMatchObject({ code: 'no-such-path' });
  const source = thread.open(path, 'shed');
  await expect(source.scene('nowhere')).rejects.toMatchObject({
    code: 'no-such-scene',
    params: { run: 'shed', address: '@nowhere' },
  });
  await expect(source.effects('plan')).rejects.toMatchObject({ code: 'no-such-branch' });
});

test('a thread that dies fails what was asked of it; who asks next gets a new one', async () => {
  const path = await drawnFile();
  const threads: ReturnType<typeof channelThread>[] = [];
  const thread = new ReadingThread(() => {
    threads.push(channelThread());
    return threads.at(-1) ?? channelThread();
  });
  const source = thread.open(path, 'shed');
  const known = await source.rows();
  const asked = source.scene(known.scenes[0]?.id ?? '');
  threads[0]?.die('out of memory');
  await expect(asked).rejects.toMatchObject({ code: 'internal', params: { detail: 'out of memory' } });
  expect(await source.rows()).toEqual(known);
  expect(threads).toHaveLength(2);
});

test('the reading of a large file tells how far it is, and a small one says nothing', async () => {
  const large = join(await temporaryFolder(), 'large.jsonl');
  const { sizeBytes, lines } = await writeLargeTranscript(large, { turns: 300, branches: 1, calls: 300 });
  const told: ReadingProgress[] = [];
  // Time as a slow disk would make it: an hour for each look at the clock.
  const clock = vi.spyOn(performance, 'now');
  let nowMs = 0;
  clock.mockImplementation(() => {
    nowMs += 3_600_000;
    return nowMs;
  });
  onTestFinished(() => clock.mockRestore());
  await new ReadingThread(channelThread).open(large, 'large', progress => told.push(progress)).rows();
  expect(told.length).toBe(lines);
  expect(told.at(-1)).toEqual({ lines, readBytes: sizeBytes, sizeBytes });
  expect(told.map(progress => progress.lines)).toEqual(told.map((_, index) => index + 1));

  clock.mockImplementation(() => 0);
  const before = told.length;
  await new ReadingThread(channelThread)
    .open(await drawnFile(), 'shed', progress => told.push(progress))
    .rows();
  expect(told).toHaveLength(before);
});

test('who asks for a scene while a long answer is fetched gets it in between', async () => {
  const path = join(await temporaryFolder(), 'large.jsonl');
  await writeLargeTranscript(path, { turns: 200, branches: 1, calls: 200 });
  const source = new ReadingThread(channelThread).open(path, 'large');
  const { scenes } = await source.rows();
  const steps = scenes.map(({ id, parent }) => ({ from: parent, to: id }));
  const order: string[] = [];
  const long = (async () => {
    for await (const _ of source.addedMessages?.(steps) ?? []) order.push('step');
  })();
  await source.scene(scenes[0]?.id ?? '');
  order.push('scene');
  await long;
  expect(order.indexOf('scene')).toBeLessThan(order.length - 100);
});
