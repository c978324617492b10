import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The program in a few files instead of hundreds, which is most of what starting it takes. Its own threads are started
 * from files beside it, and so are the processes that tests start and kill. All files lie in one folder, as deep below the
 * project as compiled modules do: what is looked up by its place (the page, the scenarios) is found from there too.
 */
export default defineConfig({
  root: here('.'),
  build: {
    ssr: true,
    target: 'node20',
    outDir: here('../dist/bundle/server'),
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: here('main.ts'),
        threadMain: here('sources/thread/threadMain.ts'),
        importThreadMain: here('import/importThreadMain.ts'),
        killedCommand: here('cli/testing/killedCommand.ts'),
        killedWriter: here('store/testing/killedWriter.ts'),
        filesPlayer: here('cli/testing/filesPlayer.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: {
    noExternal: true,
    // It starts a script that lies in its own folder.
    external: ['open'],
  },
});
