import { join } from 'node:path';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { describeRunStore } from './conformance.ts';
import { createRun, openRun } from './fileStore.ts';
import { testRunRecord } from './testing/playTurns.ts';

describeRunStore('file store', async () => {
  const dataFolder = await temporaryFolder();
  const store = await createRun(dataFolder, testRunRecord(), { cacheFolder: null });
  const open = () =>
    openRun(join(dataFolder, 'reports'), { id: 'reports', cacheFolder: null, readOnly: false });
  return { store, another: open };
});
