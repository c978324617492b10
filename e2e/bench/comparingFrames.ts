import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { tooMuch, writeBranches } from '../diffFolder.ts';
import { startServer } from '../forkpointServer.ts';

/** The comparisons of one diff that are too large for the page's own thread, and what the page says when one is done. */
const comparisons = {
  line: { change: 2, found: 'Lines too long to compare' },
  lines: { change: 1, found: 'Very different: lines are compared in stretches' },
};
type Comparison = keyof typeof comparisons;

/** By comparison, of every round the longest that the page stood still, in ms. */
type LongestGaps = Record<Comparison, number[]>;

/**
 * Two texts of 20,000 changed lines and two lines of four million characters, fetched and compared by a page that draws
 * frame after frame meanwhile: from the press until the outcome is on screen.
 * @param folder a folder in which the runs may be written
 */
export async function gapsWhileComparing(
  browser: Browser,
  folder: string,
  rounds: number,
): Promise<LongestGaps> {
  const run = await writeBranches(join(folder, 'huge'), tooMuch);
  const server = await startServer({ dataFolder: join(folder, 'huge-data'), args: [run] });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const gaps: LongestGaps = { line: [], lines: [] };
  try {
    const first = await context.newPage();
    await first.goto(server.address);
    const { runs } = await (await first.request.get(`${server.origin}/api/runs`)).json();
    await first.close();
    for (let round = 0; round < rounds; round++) {
      const page = await context.newPage();
      await page.goto(`${server.origin}/runs/${runs[0].id}?scene=plan-b:3-B&diff=main:3-B`);
      for (const name of ['line', 'lines'] as const) gaps[name].push(await longestGap(page, name));
      await page.close();
    }
  } finally {
    await context.close();
    await server.stop();
  }
  return gaps;
}

async function longestGap(page: Page, name: Comparison): Promise<number> {
  const { change, found } = comparisons[name];
  const message = page.getByRole('article', { name: new RegExp(`^Difference ${change} of `) });
  const fetchIt = message.getByRole('button', { name: 'Fetch it' });
  await fetchIt.waitFor();
  const watch = await page.evaluateHandle(watchFrames);
  await fetchIt.click();
  await message.getByText(found).waitFor();
  return watch.evaluate(frames => frames.end());
}

/** Runs in the page: follows its frames until the end is asked for, which tells the longest time between two, in ms. */
function watchFrames(): { end: () => number } {
  let [longestMs, last] = [0, performance.now()];
  let isOver = false;
  const look = () => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last);
    last = now;
    if (!isOver) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return {
    end: () => {
      isOver = true;
      return longestMs;
    },
  };
}
