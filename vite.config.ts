import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Tests that put something in a module's place, which other files of a worker would get too. */
const alone = '**/*.alone.test.ts';

/** Tests keep nothing in modules, so that a worker reads a module once for all of its files. */
const nodeProject = (name: string, include: string[]) => ({
  test: {
    name,
    include,
    exclude: ['node_modules/**', alone],
    environment: 'node',
    isolate: false,
    // Bounds "does not hang": a machine that is busy elsewhere may be ten times as slow.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});

export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The server's content security policy takes fonts from files only, and a page from this machine needs no splitting.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
  },
  test: {
    root: '.',
    // Most of the time goes into waiting for processes that tests start and kill.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      nodeProject('shared', ['shared/**/*.test.ts']),
      nodeProject('server', ['server/**/*.test.ts']),
      { test: { ...nodeProject('alone', [alone]).test, exclude: ['node_modules/**'], isolate: true } },
      nodeProject('web', ['web/**/*.test.ts', 'web/**/*.test.tsx']),
      nodeProject('boundaries', ['e2e/boundaries.unit.ts']),
      nodeProject('e2e', ['e2e/browser.unit.ts']),
    ],
  },
});
