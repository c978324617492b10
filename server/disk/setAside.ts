import { basename, dirname, join } from 'node:path';
import { digestOf } from '../../shared/digest.ts';
import { isForkpointError, type Problem } from '../../shared/errors.ts';
import { type DiskCalls, realDisk } from './diskCalls.ts';
import { listIfThere, readIfThere } from './readIfThere.ts';
import { writeFileExclusive } from './writeFileAtomic.ts';

/**
 * Keeps bytes that cannot be parsed beside their file, under a dotted name that readers pass over. The name holds
 * the bytes' digest: doing it again after a crash makes no second copy.
 * @throws ForkpointError `disk-full`, `write-failed`
 */
export async function setAside(path: string, bytes: Uint8Array, disk: DiskCalls = realDisk): Promise<void> {
  const name = `${prefixOf(path)}${digestOf(bytes, 12)}${suffix}`;
  try {
    await writeFileExclusive(join(dirname(path), name), bytes, disk);
  } catch (error) {
    if (!isForkpointError(error, 'already-saved')) throw error;
  }
}

/** One problem for each copy that was set aside beside a file. */
export async function setAsideProblems(path: string): Promise<Problem[]> {
  const where = join(basename(dirname(path)), basename(path));
  return (await setAsideNames(path)).map(name => ({
    code: 'bad-json',
    params: { where, detail: `the part in question is kept as ${name}` },
  }));
}

/** What was set aside beside a file. @throws ForkpointError `unreadable-file` */
export async function setAsideBytes(path: string): Promise<Buffer[]> {
  const names = await setAsideNames(path);
  const found = await Promise.all(names.map(name => readIfThere(join(dirname(path), name))));
  return found.filter(bytes => bytes !== null);
}

async function setAsideNames(path: string): Promise<string[]> {
  const entries = (await listIfThere(dirname(path))) ?? [];
  const names = entries.map(entry => entry.name);
  return names.filter(name => name.startsWith(prefixOf(path)) && name.endsWith(suffix)).sort();
}

const suffix = '.corrupt';

function prefixOf(path: string): string {
  return `.${basename(path)}.`;
}
