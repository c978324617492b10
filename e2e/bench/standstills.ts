import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { tooMuch, writeBranches } from '../diffFolder.ts';
import { startServer } from '../forkpointServer.ts';
import { longestTaskMs, taskCategories } from './longestTask.ts';

/** The comparisons of one diff that are too large for the page's own thread, and what the page says when one is done. */
const comparisons = {
  line: { change: 2, found: 'Lines too long to compare' },
  lines: { change: 1, found: 'Very different: lines are compared in stretches' },
};
type Comparison = keyof typeof comparisons;

/** How long the page stood still at most during a comparison. */
interface Standstill {
  /** The longest task of its thread, in the time that the thread worked. */
  taskMs: number;
  /** The longest time between two frames, as a person sees it: on a machine that is busy elsewhere longer than any task. */
  gapMs: number;
}

/** By comparison, one a round. */
type Standstills = Record<Comparison, Standstill[]>;

/**
 * Two texts of 20,000 changed lines and two lines of four million characters, fetched and compared by a page that draws
 * frame after frame meanwhile: from the press until the outcome is on screen.
 * @param folder a folder in which the runs may be written
 */
export async function standstillsWhileComparing(
  browser: Browser,
  folder: string,
  rounds: number,
): Promise<Standstills> {
  const run = await writeBranches(join(folder, 'huge'), tooMuch);
  const server = await startServer({ dataFolder: join(folder, 'huge-data'), args: [run] });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const standstills: Standstills = { line: [], lines: [] };
  try {
    const first = await context.newPage();
    await first.goto(server.address);
    const { runs } = await (await first.request.get(`${server.origin}/api/runs`)).json();
    await first.close();
    for (let round = 0; round < rounds; round++) {
      const page = await context.newPage();
      await page.goto(`${server.origin}/runs/${runs[0].id}?scene=plan-b:3-B&diff=main:3-B`);
      for (const name of ['line', 'lines'] as const) {
        standstills[name].push(await standstillDuring(browser, page, name));
      }
      await page.close();
    }
  } finally {
    await context.close();
    await server.stop();
  }
  return standstills;
}

async function standstillDuring(browser: Browser, page: Page, name: Comparison): Promise<Standstill> {
  const { change, found } = comparisons[name];
  const message = page.getByRole('article', { name: new RegExp(`^Difference ${change} of `) });
  const fetchIt = message.getByRole('button', { name: 'Fetch it' });
  await fetchIt.waitFor();
  await browser.startTracing(page, { categories: taskCategories });
  const watch = await page.evaluateHandle(watchFrames);
  await fetchIt.click();
  await message.getByText(found).waitFor();
  const gapMs = await watch.evaluate(frames => frames.end());
  return { taskMs: longestTaskMs(await browser.stopTracing()), gapMs };
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
