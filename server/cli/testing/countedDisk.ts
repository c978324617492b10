import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

const writingCalls = [
  'rename',
  'link',
  'unlink',
  'mkdir',
  'rmdir',
  'rm',
  'symlink',
  'chmod',
  'copyFile',
  'writeFile',
  'truncate',
];

/**
 * Has every call of this process that changes something on the disk told before it happens, as `rename branch.json`.
 * To be called before the modules are loaded that write: they may keep the calls they find.
 */
export function countDiskCalls(passed: (label: string) => void): void {
  for (const name of writingCalls) {
    replace(fs.promises, name, passed);
    replace(fs, `${name}Sync`, passed);
  }
  const isWriting = ([, flags]: readonly unknown[]) => typeof flags === 'string' && flags !== 'r';
  replace(fs.promises, 'open', passed, isWriting);
  replace(fs, 'openSync', passed, isWriting);
  syncBuiltinESMExports();
}

function replace(
  calls: object,
  name: string,
  passed: (label: string) => void,
  isMeant: (given: readonly unknown[]) => boolean = () => true,
): void {
  const real: unknown = Reflect.get(calls, name);
  if (typeof real !== 'function') throw new Error(`there is no call ${name}`);
  Reflect.set(calls, name, (...given: unknown[]) => {
    if (isMeant(given)) passed(`${name.replace('Sync', '')} ${placeIn(given)}`);
    return Reflect.apply(real, calls, given);
  });
}

/** The last path of a call, or nothing for an open file; without what is random in temporary names. */
function placeIn(given: readonly unknown[]): string {
  const [first, second] = given;
  const path = typeof second === 'string' && second.includes('/') ? second : first;
  return typeof path === 'number' ? '' : basename(String(path)).replace(/[0-9a-f]{12,}/g, '…');
}
