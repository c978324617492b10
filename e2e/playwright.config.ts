import { defineConfig } from 'playwright/test';
import { findBrowser } from './browser.ts';

/** Without a display and as root a browser needs telling; and it must never call home during tests. */
const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A renderer kept ready for the next page is of no use where each test has one page.
  '--disable-features=SpareRendererForSitePerProcess',
];

const executablePath = findBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: process.env.FORKPOINT_SCREENSHOTS ? '**/*.shots.ts' : '**/*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // More than there are cores: much of a test's time goes into waiting for runs that play.
  workers: 3,
  timeout: 120_000,
  // A machine that is busy elsewhere may be slow once; what fails twice is broken, and what passed late is named.
  retries: 1,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: { args: browserFlags, ...(executablePath === null ? {} : { executablePath }) },
    screenshot: 'only-on-failure',
  },
});
