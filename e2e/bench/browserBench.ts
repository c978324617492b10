import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { largeShapes, writeLargeTranscript } from '../../server/bench/transcripts/writeLargeTranscript.ts';
import { findBrowser } from '../browser.ts';
import { makeFolder, startServer } from '../forkpointServer.ts';
import { MeasuredPage } from './measuredPage.ts';
import { standstillsWhileComparing } from './standstills.ts';

/**
 * A run of 5,000 turns in the browser beside one of 200: medians of alternating rounds, so that the machine's speed
 * drops out. Time on the page comes from the browser's own counters. Then how long the page stands still while it
 * compares what is large.
 */
const rounds = Number(process.env.FORKPOINT_BENCH_ROUNDS ?? 5);

const names = ['long', 'short'] as const;
type Name = (typeof names)[number];
type Measures = Record<Name, number[]>;

const limits = { opening: 1.5, step: 1.3, nodes: 400, heapMegabytes: 150, wireMegabytes: 1, taskMs: 100 };

async function main(): Promise<void> {
  const folder = await makeFolder();
  const paths = { long: join(folder, 'long.jsonl'), short: join(folder, 'short.jsonl') };
  for (const name of names) await writeLargeTranscript(paths[name], largeShapes[name]);
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(executablePath === null ? {} : { executablePath }),
  });
  const server = await startServer({ dataFolder: join(folder, 'data'), args: [paths.short, paths.long] });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const first = await context.newPage();
    await first.goto(server.address);
    const listed = await (await first.request.get(`${server.origin}/api/runs`)).json();
    const idOf = (name: Name) =>
      String(listed.runs.find((run: { path: string }) => run.path === paths[name])?.id);
    const open = async (name: Name) =>
      MeasuredPage.open(await context.newPage(), `${server.origin}/runs/${idOf(name)}`);
    await first.close();
    await measure(open);
    await tellStandstills(browser, folder);
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(open: (name: Name) => Promise<MeasuredPage>): Promise<void> {
  for (const name of names) await (await open(name)).close();
  const [opening, panning, zooming] = [emptyMeasures(), emptyMeasures(), emptyMeasures()];
  const layouts = { panning: emptyMeasures(), zooming: emptyMeasures() };
  let last: MeasuredPage | null = null;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const page = await open(name);
      opening[name].push(page.nodesAfterMs);
      const pan = await page.pan();
      panning[name].push(pan.taskMs);
      layouts.panning[name].push(pan.layoutMs);
      const zoom = await page.zoom();
      zooming[name].push(zoom.taskMs);
      layouts.zooming[name].push(zoom.layoutMs);
      if (name === 'long' && round === rounds - 1) last = page;
      else await page.close();
    }
  }
  console.log(
    `${'5,000 turns beside 200, in the browser'.padEnd(58)} ${'5,000'.padStart(11)} ${'200'.padStart(11)}`,
  );
  compare('from the address to turns on screen', opening, limits.opening);
  compare('task time of a step of panning', panning, limits.step);
  compare('layout time of a step of panning', layouts.panning, limits.step);
  compare('task time of a step of zooming', zooming, limits.step);
  compare('layout time of a step of zooming', layouts.zooming, limits.step);
  if (last) await tellSizes(last);
}

async function tellSizes(page: MeasuredPage): Promise<void> {
  const { nodes, elements } = await page.counts();
  tell('nodes of the graph in the page', String(nodes), nodes < limits.nodes);
  tell('elements of the whole page', String(elements), null);
  const heap = (await page.heapBytes()) / 1e6;
  tell('heap after collection', `${heap.toFixed(1)} MB`, heap < limits.heapMegabytes);
  const { sentBytes, rawBytes } = page.rows;
  const sent = sentBytes / 1e6;
  tell('rows on the wire, as sent', `${sent.toFixed(2)} MB`, sent < limits.wireMegabytes);
  tell('rows before compression', `${(rawBytes / 1e6).toFixed(2)} MB`, null);
  await page.close();
}

async function tellStandstills(browser: Browser, folder: string): Promise<void> {
  const { lines, line } = await standstillsWhileComparing(browser, folder, rounds);
  const tellLongest = (what: string, standstills: typeof line) => {
    const taskMs = Math.max(...standstills.map(standstill => standstill.taskMs));
    const gapMs = Math.max(...standstills.map(standstill => standstill.gapMs));
    tell(`longest task of the page, comparing ${what}`, `${taskMs.toFixed(0)} ms`, taskMs <= limits.taskMs);
    tell('longest gap between frames, with all the machine does', `${gapMs.toFixed(0)} ms`, null);
  };
  tellLongest('20,000 lines', lines);
  tellLongest('a line of 4 MB', line);
}

function emptyMeasures(): Measures {
  return { long: [], short: [] };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function compare(what: string, { long, short }: Measures, limit: number): void {
  const [a, b] = [medianOf(long), medianOf(short)];
  const ratio = a / b;
  const verdict = `×${ratio.toFixed(2)}, at most ${limit}: ${ratio <= limit ? 'holds' : 'DOES NOT HOLD'}`;
  console.log(`${what.padEnd(58)} ${a.toFixed(2).padStart(8)} ms ${b.toFixed(2).padStart(8)} ms  ${verdict}`);
}

function tell(what: string, value: string, holds: boolean | null): void {
  const verdict = holds === null ? '' : holds ? '  holds' : '  DOES NOT HOLD';
  console.log(`${what.padEnd(58)} ${value.padStart(11)}${verdict}`);
}

await main();
