import { EventEmitter } from 'node:events';
import * as fs from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Watched, watchFolders } from './watchFolders.ts';

vi.mock('node:fs', { spy: true });

async function watchedFolder(more: (root: string) => Partial<Watched> = () => ({})) {
  const root = await mkdtemp(join(tmpdir(), 'forkpoint-watch-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const onChange = vi.fn();
  onTestFinished(watchFolders({ root, onChange, ...more(root) }));
  const told = async (change: () => Promise<unknown>) => {
    onChange.mockClear();
    await change();
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), { timeout: 60_000 });
  };
  return { root, told };
}

test('a folder that comes later and one that was removed and made again are followed', async () => {
  const { root, told } = await watchedFolder(folder => ({ listFolders: () => [join(folder, 'below')] }));
  await told(() => mkdir(join(root, 'below')));
  await told(() => writeFile(join(root, 'below/a'), ''));
  await told(() => rm(root, { recursive: true }));
  await told(() => mkdir(join(root, 'below'), { recursive: true }));
  await told(() => writeFile(join(root, 'below/b'), ''));
});

test('a watcher that fails ends nothing: its folder is watched anew', async () => {
  const failing = new EventEmitter() as fs.FSWatcher;
  failing.close = vi.fn();
  vi.mocked(fs.watch).mockReturnValueOnce(failing);
  const { root, told } = await watchedFolder();
  await told(async () => failing.emit('error', new Error('EPERM')));
  expect(failing.close).toHaveBeenCalled();
  await told(() => writeFile(join(root, 'a'), ''));
});

test('where no more watchers are allowed it looks by itself', async () => {
  const refused = Object.assign(new Error('too many'), { code: 'ENOSPC' });
  vi.mocked(fs.watch).mockImplementationOnce(() => {
    throw refused;
  });
  const { told } = await watchedFolder();
  await told(async () => undefined);
});
