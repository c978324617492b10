import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type WrittenBranch, writeBranches } from './diffFolder.ts';
import { test as base } from './fixtures.ts';
import { type ForkpointServer, makeFolder, startServer } from './forkpointServer.ts';
import { DiffPanel } from './pages/diffPanel.ts';

interface DiffFixtures {
  diff: DiffPanel;
  /** Opens runs of these branches, by name, and goes to the first of them; gives the URLs of their pages. */
  open: (
    runs: Record<string, Record<string, WrittenBranch>>,
  ) => Promise<(name: string, query: string) => string>;
}

/** Tests of the diff, on runs that a program of somebody's own has written. */
export const test = base.extend<DiffFixtures>({
  diff: async ({ page }, use) => use(new DiffPanel(page)),
  open: async ({ page }, use) => {
    const servers: ForkpointServer[] = [];
    await use(async runs => {
      const folder = await makeFolder();
      const paths = await Promise.all(
        Object.entries(runs).map(([name, branches]) => writeBranches(join(folder, name), branches)),
      );
      const server = await startServer({ args: paths });
      servers.push(server);
      await page.goto(server.address);
      const ids = await idsOfRuns(page, server);
      return (name, query) => `${server.origin}/runs/${ids.find(id => id.includes(`-${name}-`))}?${query}`;
    });
    await Promise.all(servers.map(server => server.stop()));
  },
});

/** The ids of the runs that a server lists. */
export async function idsOfRuns(page: Page, server: ForkpointServer): Promise<string[]> {
  const reply = await page.request.get(`${server.origin}/api/runs`);
  const { runs } = (await reply.json()) as { runs: { id: string }[] };
  return runs.map(run => run.id);
}

/** A part of the query of the page's URL. */
export function address(page: Page, part: string): string | null {
  return new URL(page.url()).searchParams.get(part);
}
