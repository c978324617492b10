import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const nodeProject = (name: string, include: string[]) => ({
  // Bounds "does not hang": a machine that is busy elsewhere may be ten times as slow.
  test: { name, include, environment: 'node', testTimeout: 120_000, hookTimeout: 180_000 },
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
      nodeProject('web', ['web/**/*.test.ts', 'web/**/*.test.tsx']),
      nodeProject('boundaries', ['e2e/boundaries.unit.ts']),
      nodeProject('e2e', ['e2e/browser.unit.ts']),
    ],
  },
});
