import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyEvents, type RunState } from '../../shared/runEvent.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { LiveRuns } from '../live/liveRuns.ts';
import { FakeSource } from '../live/testing/fakeSource.ts';
import { type EventReader, readEvents } from './testing/readEvents.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';

let server: TestServer;
let source: FakeSource;
let live: LiveRuns;
const readers: EventReader[] = [];

const drawing = (turns: number) =>
  drawRun(`main 0B ${Array.from({ length: turns }, (_, at) => `${at + 1}A ${at + 1}B`).join(' ')}`);

beforeEach(async () => {
  source = new FakeSource(drawing(0));
  await startServer();
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  live.close();
  await server.close();
});

async function startServer(): Promise<void> {
  server = await startTestServer();
  live = new LiveRuns({
    hub: server.hub,
    openSource: async () => source,
    onError: error => {
      throw error;
    },
  });
}

async function reader(lastId: string | null = null): Promise<EventReader> {
  const opened = readEvents(server.port, lastId);
  readers.push(opened);
  await opened.opened;
  return opened;
}

/** Of a busy machine. */
const patience = { timeout: 60_000 };

/** The turn that the newest scene of a state belongs to. */
const newestTurn = (state: RunState) => state.scenes.at(-1)?.turn;

async function growTo(turns: number): Promise<void> {
  source.set(drawing(turns));
  await vi.waitFor(async () => expect(newestTurn(await live.state('drawn'))).toBe(turns), patience);
}

test('a page that was cut off comes back and ends where a fresh page is, nothing lost, nothing twice', async () => {
  const first = await reader();
  const start = await live.state('drawn');
  await growTo(3);
  await vi.waitFor(() => expect(first.events().length).toBeGreaterThan(5), patience);
  first.close();
  const seen = first.events();

  await growTo(30);
  const second = await reader(first.lastId());
  await growTo(40);
  const fresh = await live.state('drawn');
  await vi.waitFor(() => expect(second.events().at(-1)?.cursor).toEqual(fresh.cursor), patience);

  const all = [...seen, ...second.events()];
  expect(all.map(event => event.cursor.seq)).toEqual(all.map((_, index) => index + 1));
  const applied = applyEvents(start, all);
  expect(applied.stale).toBe(false);
  expect(applied.state).toEqual(fresh);
  expect(second.names()).not.toContain('refetch');
});

test('after a restart of the server a page is told to fetch again, and its old state is stale', async () => {
  const first = await reader();
  const start = await live.state('drawn');
  await growTo(2);
  const lastId = first.lastId();
  live.close();
  await server.close();

  await startServer();
  const second = await reader(lastId);
  await vi.waitFor(() => expect(second.names()).toEqual(['refetch']), patience);
  await live.state('drawn');
  await growTo(4);
  await vi.waitFor(() => expect(second.events().length).toBeGreaterThan(0), patience);
  expect(applyEvents(start, second.events()).stale).toBe(true);
});

test('a run that is gone makes pages fetch again, and is followed no longer', async () => {
  const page = await reader();
  await live.state('drawn');
  live.forget('drawn');
  await vi.waitFor(() => expect(page.names()).toEqual(['refetch']), patience);
  expect(source.watchers).toBe(0);
});
