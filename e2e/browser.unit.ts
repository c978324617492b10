import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';

const script = join(import.meta.dirname, '../dist/e2e/browser.js');

/** A machine of its own: an empty folder for programs, and one place where a browser would be. */
function makeMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'forkpoint-browser-'));
  const browser = join(folder, 'chromium');
  const aptLog = join(folder, 'apt.log');
  const addProgram = (name: string, body: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  const run = () =>
    spawnSync(process.execPath, [script], {
      encoding: 'utf8',
      env: { PATH: folder, FORKPOINT_BROWSER_SEARCH: ['/nowhere/chrome', browser].join(delimiter) },
    });
  return { browser, aptLog, addProgram, run };
}

describe('a browser for the tests', () => {
  let machine: ReturnType<typeof makeMachine>;
  beforeEach(() => {
    machine = makeMachine();
  });

  test('one that is there is used as it is', () => {
    writeFileSync(machine.browser, '');
    const { status, stdout } = machine.run();
    expect(status).toBe(0);
    expect(stdout).toBe(`Browser for the browser tests: ${machine.browser}\n`);
  });

  test('where none is there and apt is, Debian’s chromium is installed', () => {
    const apt = `echo "$@" >> '${machine.aptLog}'; case "$1" in install) : > '${machine.browser}';; esac`;
    machine.addProgram('apt-get', apt);
    machine.addProgram('sudo', 'shift; exec "$@"');
    const { status, stdout } = machine.run();
    expect(status).toBe(0);
    expect(stdout).toContain(machine.browser);
    const calls = readFileSync(machine.aptLog, 'utf8').trim().split('\n');
    expect(calls.map(call => call.split(' ')[0])).toEqual(['update', 'install']);
    expect(calls[1]).toMatch(/ chromium$/);
  });

  test('where neither can be had, it says what to do and fails', () => {
    const { status, stderr } = machine.run();
    expect(status).toBe(1);
    expect(stderr).toContain('Install Chromium or Google Chrome');
  });

  test('where apt fails, it fails too', () => {
    machine.addProgram('apt-get', 'exit 100');
    machine.addProgram('sudo', 'shift; exec "$@"');
    expect(machine.run().status).toBe(1);
  });
});

test('the test command looks for a browser before it starts one', () => {
  const manifest = JSON.parse(readFileSync(join(dirname(script), '../../package.json'), 'utf8'));
  expect(manifest.scripts.e2e).toMatch(/^node dist\/e2e\/browser\.js && playwright test/);
});
