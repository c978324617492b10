import { test as base, expect } from 'playwright/test';
import { type ForkpointServer, startServer } from './forkpointServer.ts';
import { GatePanel } from './pages/gatePanel.ts';
import { MovePanel } from './pages/movePanel.ts';
import { RunPage } from './pages/runPage.ts';
import { RunsPage } from './pages/runsPage.ts';

interface Fixtures {
  /** A server on an empty data folder, which therefore plays the demo. */
  server: ForkpointServer;
  runPage: RunPage;
  movePanel: MovePanel;
  gatePanel: GatePanel;
  runsPage: RunsPage;
  /** What the browser's console complained about; a test that ends with anything in it has failed. */
  complaints: string[];
}

/** Browser tests drive the real page with the real server; each has a server of its own. */
export const test = base.extend<Fixtures>({
  server: async ({ playwright: _ }, use) => {
    const server = await startServer({});
    await use(server);
    await server.stop();
  },
  runPage: async ({ page }, use) => use(new RunPage(page)),
  movePanel: async ({ page }, use) => use(new MovePanel(page)),
  gatePanel: async ({ page }, use) => use(new GatePanel(page)),
  runsPage: async ({ page }, use) => use(new RunsPage(page)),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', error => complaints.push(error.message));
      page.on('console', message => {
        // A cut connection is reported by the browser itself; the page says so in its own way.
        const isOurs = !/net::ERR|Failed to load resource/.test(message.text());
        if (message.type() === 'error' && isOurs) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
