import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';

/** Where systems keep a browser that Playwright can drive. */
const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The browser for the tests: FORKPOINT_BROWSER, else one that Playwright installed, else the system's.
 * FORKPOINT_BROWSER_SEARCH replaces the places that are looked at.
 * @returns its path, or null where there is none
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.FORKPOINT_BROWSER) return env.FORKPOINT_BROWSER;
  const search = env.FORKPOINT_BROWSER_SEARCH?.split(delimiter) ?? [
    chromium.executablePath(),
    ...systemBrowsers,
  ];
  return search.find(path => existsSync(path)) ?? null;
}

/** Installs Debian's chromium where apt is there. @returns whether apt said that it worked */
function installWithApt(): boolean {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...words: string[]) => {
    const [command = '', ...rest] = [...sudo, 'apt-get', ...words];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  };
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
}

function hasApt(): boolean {
  return (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, 'apt-get')));
}

/** Finds a browser, or gets one; says in plain words what to do where that is not possible. */
function main() {
  if (findBrowser() === null && hasApt()) {
    console.log('No browser found for the browser tests: installing Debian’s chromium with apt.');
    installWithApt();
  }
  const browser = findBrowser();
  if (browser === null) {
    console.error(
      'No browser for the browser tests. Install Chromium or Google Chrome, or run “npx playwright install chromium”, ' +
        'or set FORKPOINT_BROWSER to the path of one.',
    );
    process.exitCode = 1;
    return;
  }
  console.log(`Browser for the browser tests: ${browser}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
