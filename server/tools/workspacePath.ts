import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { systemCode } from '../disk/diskCalls.ts';
import { onPath, ToolFailure } from './toolFailure.ts';

/**
 * A path as the model wrote it, in plain form (`src/a.mjs`; the workspace itself is `.`). Only the text is looked at.
 * @throws ToolFailure for absolute paths, paths that climb out with `..`, and NUL characters
 */
function relativePath(path: string): string {
  if (path.includes('\0')) throw new ToolFailure('The path holds a NUL character.');
  if (isAbsolute(path)) throw new ToolFailure(`${path}: give the path relative to the workspace.`);
  const normal = normalize(path);
  const plain = normal.endsWith(sep) ? normal.slice(0, -1) : normal;
  if (isOutside(plain)) throw new ToolFailure(`${path}: that is outside of the workspace.`);
  return plain;
}

/** The file that a call touches, for its declaration; none where the path is refused. */
export function touchedPaths(path: string): string[] {
  try {
    return [relativePath(path)];
  } catch (error) {
    if (error instanceof ToolFailure) return [];
    throw error;
  }
}

/**
 * Where to read: the real, absolute path. Links inside the workspace are followed.
 * @throws ToolFailure where it leads out of the workspace, through links too, or where nothing is there
 */
export async function pathForReading(workspace: string, path: string): Promise<string> {
  const plain = relativePath(path);
  const root = await realpath(workspace);
  const real = await onPath(path, async () => await realpath(join(root, plain)));
  if (isOutside(relative(root, real))) {
    throw new ToolFailure(`${path}: a link leads out of the workspace.`);
  }
  return real;
}

/**
 * Where to write or delete: an absolute path with no link on the way to it, whether or not it exists. A link is
 * never written through, not even to another place inside: which file changes must be plain from the path.
 * @throws ToolFailure where a part of it is a link, or it leaves the workspace
 */
export async function pathForWriting(
  workspace: string,
  path: string,
  options: { mayBeLink?: boolean } = {},
): Promise<string> {
  const plain = relativePath(path);
  if (plain === '.') throw new ToolFailure(`${path}: that is the workspace itself.`);
  const parts = plain.split(sep);
  let at = await realpath(workspace);
  for (const [index, part] of parts.entries()) {
    at = resolve(at, part);
    const isLast = index === parts.length - 1;
    if ((await isLink(at, path)) && !(isLast && options.mayBeLink)) {
      throw new ToolFailure(
        `${path}: ${parts.slice(0, index + 1).join('/')} is a link, and links are not written through.`,
      );
    }
  }
  return at;
}

function isOutside(fromRoot: string): boolean {
  return fromRoot === '..' || fromRoot.startsWith(`..${sep}`) || isAbsolute(fromRoot);
}

async function isLink(absolute: string, shownPath: string): Promise<boolean> {
  return await onPath(shownPath, async () => {
    try {
      return (await lstat(absolute)).isSymbolicLink();
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return false;
      throw error;
    }
  });
}
