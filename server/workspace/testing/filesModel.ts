import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { RestoreReport } from '../../../shared/capture.ts';
import { limitBytes } from './randomChanges.ts';
import { isRoot } from './rights.ts';
import type { SeenPath, Snapshot } from './snapshot.ts';

/** Two moments between which the run, or a restore, changed the files of a workspace. */
export interface OwnChange {
  before: Snapshot;
  after: Snapshot;
}

/** A restore as the test saw it. */
export interface Restored {
  present: Snapshot;
  target: Snapshot;
  result: Snapshot;
  report: RestoreReport;
}

/**
 * A plain model of what a restore has to leave: worked out from snapshots that the test takes itself, with nothing of the
 * code that restores.
 */
export class FilesModel {
  private readonly user: number | null;

  /** @param user who acts, where that is not the one who looks; null: the same, with the rights of root if it is root */
  constructor(user: number | null) {
    this.user = user;
  }

  /** What the run did not change is as it was; what it did is as it is wanted, or reported with good reason. */
  check(own: readonly OwnChange[], restore: Restored): void {
    const { present, target, result, report } = restore;
    const made = this.madeByRun(own);
    const wrong = [...new Set([...present.keys(), ...target.keys(), ...result.keys()])].flatMap(path => {
      const [was, is, wanted] = [present.get(path), result.get(path), target.get(path)];
      const isOwn = made.has(path) && made.get(path) === was?.value;
      const isHeld = this.isHeld(present, path) && this.isHeld(target, path);
      if (isOwn && isHeld && is?.value === wanted?.value) return [];
      const found = [path, was?.value, is?.value, wanted?.value];
      if (JSON.stringify(is) !== JSON.stringify(was))
        return [[isOwn ? 'half restored' : 'not of the run', ...found]];
      if (!isOwn || !isHeld) return [];
      const isTold = report.entries.some(
        entry => isRelated(entry.path, path) && /left|failed/.test(entry.result),
      );
      if (!isTold) return [['left without a word', ...found]];
      return this.isHindered(path, restore) ? [] : [['left without need', ...found]];
    });
    expect(wrong).toEqual([]);
    expect(report.verified).toBe(report.entries.every(entry => entry.result !== 'failed'));
  }

  /** A copy holds what the capture of these files held, path by path. */
  checkCopy(source: Snapshot, copy: Snapshot): void {
    const held = [...new Set([...source.keys(), ...copy.keys()])].filter(path => this.isHeld(source, path));
    const valuesIn = (seen: Snapshot) => held.map(path => [path, seen.get(path)?.value]);
    expect(valuesIn(copy)).toEqual(valuesIn(source));
  }

  /** What the run last made of each path that it changed in a workspace. */
  private madeByRun(own: readonly OwnChange[]): Map<string, string | undefined> {
    const made = new Map<string, string | undefined>();
    for (const { before, after } of own) {
      for (const path of new Set([...before.keys(), ...after.keys()])) {
        const [was, is] = [before.get(path)?.value, after.get(path)?.value];
        const [heldBefore, heldAfter] = [this.isHeld(before, path), this.isHeld(after, path)];
        if (heldBefore && heldAfter && was !== is) made.set(path, is);
        if (heldBefore && !heldAfter && was !== undefined) made.set(path, 'not known');
        if (!heldBefore && heldAfter && is !== undefined && made.has(path)) made.set(path, 'not known');
      }
    }
    return made;
  }

  /** Whether a capture of these files would say what lies at a path, or that nothing does. */
  private isHeld(seen: Snapshot, path: string): boolean {
    const parts = path.split('/');
    const places = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    const rulesFile = seen.get('.gitignore');
    const rules = rulesFile?.value.endsWith(logsRules) === true && this.canRead(rulesFile, 0o400);
    for (const place of places) {
      const name = place.slice(place.lastIndexOf('/') + 1);
      const at = seen.get(place);
      const isFolder = at ? at.kind === 'folder' : place !== path;
      if (name === '.git' || name.startsWith('\xff')) return false;
      if (isFolder && (name === 'node_modules' || (rules && name === 'logs'))) return false;
      if (at?.kind === 'folder' && seen.has(`${place}/.git`)) return false;
      if (at?.kind === 'folder' && !this.canRead(at, place === path ? 0o400 : 0o500)) return false;
      if (at?.kind === 'special') return false;
      if (at?.kind === 'file' && (at.sizeBytes > limitBytes || !this.canRead(at, 0o400))) return false;
    }
    return true;
  }

  private canRead(at: SeenPath | undefined, bits: number): boolean {
    if (!at) return false;
    if (isRoot && this.user === null) return true;
    if (this.user === null || at.uid === this.user) return (at.mode & bits) === bits;
    return (at.mode & (bits >> 6)) === bits >> 6;
  }

  /** Something that had to stay stands in its way, or it lies where the one who acts may not write. */
  private isHindered(path: string, { present, result, report }: Restored): boolean {
    if ([...result.keys()].some(other => other.startsWith(`${path}/`))) return true;
    const parts = path.split('/').slice(0, -1);
    const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    if (above.some(folder => result.get(folder)?.kind !== 'folder')) return true;
    if (isRoot && this.user === null) return false;
    const isForeign = (at: string) =>
      this.user !== null && present.has(at) && present.get(at)?.uid !== this.user;
    const isClosed = (at: string) =>
      ((present.get(at)?.mode ?? 0) & 0o300) !== 0o300 && report.entries.some(entry => entry.path === at);
    return isForeign(path) || above.some(at => isForeign(at) || isClosed(at));
  }
}

const logsRules = createHash('sha1').update('logs/\n').digest('hex');

function isRelated(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
