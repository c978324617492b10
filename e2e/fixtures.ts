import { cp } from 'node:fs/promises';
import { test as base, expect } from 'playwright/test';
import { type ForkpointServer, makeFolder, runForkpoint, startServer } from './forkpointServer.ts';
import { GatePanel } from './pages/gatePanel.ts';
import { GraphPane } from './pages/graphPane.ts';
import { MovePanel } from './pages/movePanel.ts';
import { RunPage } from './pages/runPage.ts';
import { RunsPage } from './pages/runsPage.ts';
import { type PlayedScenario, playScenario } from './playedScenario.ts';
import { type RunFolder, runFolder } from './runFolder.ts';

export interface Fixtures {
  /** A server on an empty data folder, which therefore plays the demo. */
  server: ForkpointServer;
  /** The demo, played to its end and on screen; gives its folder and the server that shows it. */
  demo: RunFolder & { server: ForkpointServer };
  /** Plays a scenario of the test's own until it ends or waits, on a server of its own, and opens the list of runs. */
  play: (...scenario: Parameters<typeof playScenario>) => Promise<PlayedScenario>;
  runPage: RunPage;
  movePanel: MovePanel;
  gatePanel: GatePanel;
  graphPane: GraphPane;
  runsPage: RunsPage;
  /** What the browser's console complained about; a test that ends with anything in it has failed. */
  complaints: string[];
}

export interface WorkerFixtures {
  /** A data folder in which the demo was played to its end, to be copied. */
  playedDemo: string;
}

/** Browser tests drive the real page with the real server; each has a server of its own. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  playedDemo: [
    async ({ playwright: _ }, use) => {
      const folder = await makeFolder();
      const played = await runForkpoint([
        ...['run', '--scenario', 'derailed', '--run', 'derailed'],
        ...['--pace', '0', '--data', folder],
      ]);
      expect(played.code, played.stderr).toBe(0);
      await use(folder);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  server: async ({ playwright: _ }, use) => {
    const server = await startServer({});
    await use(server);
    await server.stop();
  },
  demo: async ({ page, playedDemo, runPage }, use) => {
    const dataFolder = await makeFolder();
    await cp(playedDemo, dataFolder, { recursive: true, preserveTimestamps: true });
    const server = await startServer({ dataFolder });
    await page.goto(server.address.replace('/?', '/runs/derailed?'));
    await runPage.expectDone();
    await use({ ...runFolder(dataFolder, 'derailed'), server });
    await server.stop();
  },
  play: async ({ page }, use) => {
    const servers: ForkpointServer[] = [];
    await use(async (...scenario) => {
      const played = await playScenario(...scenario);
      servers.push(played.server);
      await page.goto(played.server.address);
      return played;
    });
    await Promise.all(servers.map(server => server.stop()));
  },
  runPage: async ({ page }, use) => use(new RunPage(page)),
  movePanel: async ({ page }, use) => use(new MovePanel(page)),
  gatePanel: async ({ page }, use) => use(new GatePanel(page)),
  graphPane: async ({ page }, use) => use(new GraphPane(page)),
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
