import { Worker } from 'node:worker_threads';
import { ForkpointError, type Problem } from '../../shared/errors.ts';
import type { ImportProgress } from './importRun.ts';

/** What an import is told, and what it tells. */
export interface ImportOrder {
  path: string;
  dataFolder: string;
}
export type FromImport =
  | { kind: 'progress'; progress: ImportProgress }
  | { kind: 'done'; run: string }
  | { kind: 'failed'; problem: Problem };

/**
 * As `importRun`, on a thread of its own: whoever waits for something else of this process does not wait for the copy of
 * a large recording. @throws as `importRun`; `internal` where the thread died (of a scene that does not fit into memory)
 */
export async function importOnThread(
  path: string,
  dataFolder: string,
  onProgress: (progress: ImportProgress) => void = () => undefined,
): Promise<string> {
  const order: ImportOrder = { path, dataFolder };
  const worker = new Worker(new URL('./importThreadMain.js', import.meta.url), { workerData: order });
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (detail: string) => reject(new ForkpointError('internal', { detail }));
      worker.on('message', (message: FromImport) => {
        if (message.kind === 'progress') onProgress(message.progress);
        else if (message.kind === 'done') resolve(message.run);
        else reject(ForkpointError.from(message.problem));
      });
      worker.on('error', error => fail(error.message));
      worker.on('exit', () => fail('the importing thread ended'));
    });
  } finally {
    await worker.terminate();
  }
}
