import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { routes } from '../../shared/api.ts';
import { runReadingSchema } from '../../shared/readingProgress.ts';
import { checked } from '../../shared/schema.ts';
import { runFromWire } from '../../shared/wire/runOnWire.ts';
import { writeLargeTranscript } from '../bench/transcripts/writeLargeTranscript.ts';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { forkpoint } from './testing/forkpointProcess.ts';

const within = { timeout: 30_000 };

/** The server as it is shipped, with nothing opened. */
async function served() {
  const folder = await temporaryFolder();
  const words = ['--no-open', '--json', '--port', '0', '--data', join(folder, 'data')];
  const process = forkpoint(folder, words);
  onTestFinished(async () => {
    process.child.kill('SIGINT');
    await process.ended;
  });
  await process.says('secret=');
  const { url } = JSON.parse(process.said.stdout) as { url: string };
  const { origin, searchParams } = new URL(url);
  const headers = {
    authorization: `Bearer ${searchParams.get('secret')}`,
    'content-type': 'application/json',
  };
  const send = (path: string, init: RequestInit = {}) => fetch(new URL(path, origin), { headers, ...init });
  return { folder, send };
}

/** The parts of an event stream, as they come. */
async function* eventsOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    yield* parts;
  }
}

test('while a large transcript is read first, its page hears how far, and others are answered', async () => {
  const { folder, send } = await served();
  const path = join(folder, 'large.jsonl');
  const { lines } = await writeLargeTranscript(path, { turns: 3_000, branches: 12, calls: 12_000 });
  const told: { run: string; lines: number }[] = [];
  const stream = new AbortController();
  onTestFinished(() => stream.abort());
  const events = await send('/api/events', { signal: stream.signal });
  void (async () => {
    for await (const event of eventsOf(events)) {
      const data = /^event: reading\ndata: (.*)$/.exec(event)?.[1];
      if (data) told.push(checked(runReadingSchema, JSON.parse(data), 'reading'));
    }
  })().catch(() => undefined);

  const opened = await send('/api/open', { method: 'POST', body: JSON.stringify({ path }) });
  const { run } = (await opened.json()) as { run: string };
  let isThere = false;
  const asked = send(`/api/runs/${run}`).finally(() => {
    isThere = true;
  });
  let answers = 0;
  while (!isThere) {
    expect((await send('/api/about')).status).toBe(200);
    if (!isThere && told.length > 0) answers += 1;
  }
  const reply = await (await asked).json();
  const { scenes } = runFromWire(checked(routes.getRun.reply, reply, 'run'));
  expect(scenes.filter(row => row.point === 'A')).toHaveLength(3_000);
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(1), within);
  expect(new Set(told.map(reading => reading.run))).toEqual(new Set([run]));
  expect(told.every((reading, at) => reading.lines > (told[at - 1]?.lines ?? 0))).toBe(true);
  expect(told.at(-1)?.lines).toBeLessThanOrEqual(lines);
  expect(answers).toBeGreaterThan(10);
}, 240_000);
