import { parentPort, workerData } from 'node:worker_threads';
import { problemFromError } from '../../shared/errors.ts';
import { digestNatively } from '../disk/nativeDigest.ts';
import { importRun } from './importRun.ts';
import type { FromImport, ImportOrder } from './importThread.ts';

if (!parentPort) throw new Error('this is the main module of a thread');
const send = (message: FromImport) => parentPort?.postMessage(message);
// Both ends are compiled together.
const { path, dataFolder }: ImportOrder = workerData;
digestNatively();
try {
  const run = await importRun(path, dataFolder, progress => send({ kind: 'progress', progress }));
  send({ kind: 'done', run });
} catch (error) {
  send({ kind: 'failed', problem: problemFromError(error) });
}
