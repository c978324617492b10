import type { CDPSession, Page } from 'playwright';

/** What the browser counted, divided by the number of steps. */
interface StepTimes {
  taskMs: number;
  layoutMs: number;
}

const panSteps = 40;
const zoomSteps = 12;

/** A page of a run whose work is measured by the browser's own counters. */
export class MeasuredPage {
  readonly nodesAfterMs: number;
  /** The reply that held the rows: its bytes on the wire, and unpacked. */
  readonly rows: { sentBytes: number; rawBytes: number };
  private readonly page: Page;
  private readonly counters: CDPSession;

  private constructor(
    page: Page,
    counters: CDPSession,
    measured: { nodesAfterMs: number; rows: MeasuredPage['rows'] },
  ) {
    this.page = page;
    this.counters = counters;
    this.nodesAfterMs = measured.nodesAfterMs;
    this.rows = measured.rows;
  }

  /** Opens an address in a fresh page, notes when turns are on screen, and waits until the scene beside them is too. */
  static async open(page: Page, address: string): Promise<MeasuredPage> {
    const counters = await page.context().newCDPSession(page);
    // Time that the page's thread worked: time that it waited for a busy machine is none of ours.
    await counters.send('Performance.enable', { timeDomain: 'threadTicks' });
    const rows = page.waitForResponse(response => response.url().includes('/api/runs/'));
    await page.goto(address, { waitUntil: 'commit' });
    const nodesAfterMs = await page.evaluate(afterTurns);
    const reply = await rows;
    const rawBytes = (await reply.body()).length;
    const { responseBodySize } = await reply.request().sizes();
    await page.getByRole('tab', { name: 'Conversation' }).waitFor();
    await page.evaluate(idle);
    return new MeasuredPage(page, counters, {
      nodesAfterMs,
      rows: { sentBytes: responseBodySize, rawBytes },
    });
  }

  /** Drags the graph to and fro, a step per drawn frame. */
  async pan(): Promise<StepTimes> {
    const { x, y } = await this.emptyPlace();
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    const times = await this.timesOf(panSteps, step => {
      const way = step < panSteps / 2 ? step : panSteps - step;
      return this.page.mouse.move(x + 16 * way, y);
    });
    await this.page.mouse.up();
    return times;
  }

  /** Zooms out and in again by the wheel, a notch per step. */
  async zoom(): Promise<StepTimes> {
    const { x, y } = await this.emptyPlace();
    await this.page.mouse.move(x, y);
    await this.page.keyboard.down('Control');
    const times = await this.timesOf(zoomSteps, step =>
      this.page.mouse.wheel(0, step < zoomSteps / 2 ? 100 : -100),
    );
    await this.page.keyboard.up('Control');
    return times;
  }

  /** Nodes that the graph has put into the page, and elements of the whole page. */
  async counts(): Promise<{ nodes: number; elements: number }> {
    return this.page.evaluate(() => ({
      nodes: document.querySelectorAll('.react-flow__node').length,
      elements: document.querySelectorAll('*').length,
    }));
  }

  async heapBytes(): Promise<number> {
    await this.counters.send('HeapProfiler.collectGarbage');
    return (await this.metrics()).get('JSHeapUsedSize') ?? Number.NaN;
  }

  close(): Promise<void> {
    return this.page.close();
  }

  private async timesOf(steps: number, act: (step: number) => Promise<unknown>): Promise<StepTimes> {
    const before = await this.metrics();
    for (let step = 0; step < steps; step++) {
      await act(step);
      await this.page.evaluate(nextFrame);
    }
    const after = await this.metrics();
    const perStep = (name: string) => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000) / steps;
    return { taskMs: perStep('TaskDuration'), layoutMs: perStep('LayoutDuration') };
  }

  private async metrics(): Promise<Map<string, number>> {
    const { metrics } = await this.counters.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  }

  /** A place of the graph where no card lies. */
  private emptyPlace(): Promise<{ x: number; y: number }> {
    return this.page.evaluate(() => {
      const { left, top, width, height } =
        document.querySelector('.react-flow__pane')?.getBoundingClientRect() ?? new DOMRect();
      for (let share = 0.9; share > 0; share -= 0.04) {
        const [x, y] = [left + width * 0.3, top + height * share];
        if (document.elementFromPoint(x, y)?.classList.contains('react-flow__pane')) return { x, y };
      }
      throw new Error('the graph has no empty place');
    });
  }
}

/** Runs in the page: when the first turn was drawn, in ms since the page was asked for. */
function afterTurns(): Promise<number> {
  return new Promise(resolve => {
    const look = () => {
      if (document.querySelector('.react-flow__node')) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Runs in the page: a frame has been drawn. */
function nextFrame(): Promise<void> {
  return new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Runs in the page: nothing is left to do at the moment. */
function idle(): Promise<void> {
  return new Promise(resolve => {
    requestIdleCallback(() => resolve());
  });
}
