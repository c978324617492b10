import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, lchownSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { RestoreReport } from '../../../shared/capture.ts';
import { openRunFiles } from '../diskRunFiles.ts';
import type { CaptureRange, RunFiles } from '../runFiles.ts';
import { changeAtRandom, limitBytes, type Pick } from './randomChanges.ts';
import { asPerson, isRoot, person, someoneElse } from './rights.ts';
import { type SeenPath, type Snapshot, snapshotOf } from './snapshot.ts';

/** A save point as the model of the test knows it. */
interface Kept {
  id: string;
  seen: Snapshot;
}

interface ModelBranch {
  name: string;
  kept: Kept[];
  /** Pairs between which the run, or a restore, changed files. */
  own: { before: Kept; after: Kept; isRange: boolean }[];
}

interface Restored {
  present: Snapshot;
  target: Snapshot;
  result: Snapshot;
  report: RestoreReport;
}

/**
 * Plays a random run on random files beside a model of it: what has to be there after each act is worked out from
 * snapshots that the test takes itself.
 */
export class RandomRun {
  private readonly pick: Pick;
  private readonly places: { dataFolder: string; runFolder: string; ownFolder: string | null };
  private files: RunFiles;
  private readonly branches: ModelBranch[] = [{ name: 'main', kept: [], own: [] }];
  private readonly hasRights: boolean;

  /** @param random numbers from 0 up to 1 */
  constructor(folder: string, random: () => number) {
    this.pick = bound => Math.floor(random() * bound);
    const runFolder = join(folder, 'data', 'run');
    const isOwnFolder = this.pick(2) === 0;
    const ownFolder = isOwnFolder ? join(folder, 'project') : null;
    this.places = { dataFolder: join(folder, 'data'), runFolder, ownFolder };
    this.hasRights = isRoot && this.pick(2) === 0;
    chmodSync(folder, 0o755);
    mkdirSync(runFolder, { recursive: true });
    this.files = this.opened();
    this.makeWorkspace(this.rootOf('main'), folder);
  }

  async play(acts: number): Promise<void> {
    await this.turn(this.main());
    for (let count = 0; count < acts; count++) {
      const branch = this.branches[this.pick(this.branches.length)] ?? this.main();
      const act = this.pick(10);
      if (act < 4) await this.turn(branch);
      else if (act < 5) this.foreignChanges(branch);
      else if (act < 8) await this.restore(branch);
      else if (act < 9) await this.fork(branch);
      else this.files = this.opened();
    }
  }

  private main(): ModelBranch {
    const [main] = this.branches;
    if (!main) throw new Error('no branch');
    return main;
  }

  private opened(): RunFiles {
    return openRunFiles({ ...this.places, limits: { fileBytes: limitBytes } });
  }

  private rootOf(branch: string): string {
    return this.files.folderOf(branch);
  }

  /** As the person whose run it is: without the rights of root, in half of the runs. */
  private async acting<T>(work: () => Promise<T>): Promise<T> {
    return this.hasRights ? await work() : await asPerson(work);
  }

  private makeWorkspace(root: string, around: string): void {
    for (const folder of ['', 'src', 'nested/.git', 'node_modules', 'empty']) {
      mkdirSync(join(root, folder), { recursive: true });
    }
    writeFileSync(join(root, 'nested/.git/HEAD'), 'ref: refs/heads/main\n');
    for (let count = this.pick(12); count > 0; count--) changeAtRandom(root, this.pick);
    if (this.pick(4) === 0) execFileSync('mkfifo', [join(root, 'pipe')]);
    writeFileSync(Buffer.concat([Buffer.from(`${root}/odd-`), Buffer.from([0xff])]), 'odd');
    if (isRoot) giveAway(Buffer.from(around));
    if (isRoot && this.pick(2) === 0) {
      writeFileSync(join(root, 'secret'), 'not for the person', { mode: 0o600 });
      mkdirSync(join(root, 'locked'), { mode: 0o755 });
      writeFileSync(join(root, 'locked/file'), 'of someone else');
    }
  }

  private async kept(branch: ModelBranch): Promise<Kept> {
    const seen = snapshotOf(this.rootOf(branch.name));
    const note = await this.acting(() => this.files.capture(branch.name));
    expect(note.problem).toBe(null);
    expect(snapshotOf(this.rootOf(branch.name))).toEqual(seen);
    const kept = { id: note.id ?? '', seen };
    branch.kept.push(kept);
    return kept;
  }

  /** Calls of the run between two captures. */
  private async turn(branch: ModelBranch): Promise<void> {
    const before = await this.kept(branch);
    await this.acting(async () => {
      for (let count = 1 + this.pick(4); count > 0; count--) {
        changeAtRandom(this.rootOf(branch.name), this.pick);
      }
    });
    const after = await this.kept(branch);
    branch.own.push({ before, after, isRange: true });
  }

  private foreignChanges({ name }: ModelBranch): void {
    const owner = isRoot ? [person, someoneElse][this.pick(2)] : null;
    for (let count = 1 + this.pick(2); count > 0; count--) {
      changeAtRandom(this.rootOf(name), this.pick, owner);
    }
  }

  private async restore(branch: ModelBranch): Promise<void> {
    const target = branch.kept[this.pick(branch.kept.length)];
    if (!target) return;
    const ranges = branch.own.flatMap(({ before, after, isRange }): CaptureRange[] =>
      isRange ? [[before.id, after.id]] : [],
    );
    const root = this.rootOf(branch.name);
    const present = snapshotOf(root);
    const planned = await this.acting(() => this.files.planRestore(branch.name, target.id, ranges));
    expect(snapshotOf(root)).toEqual(present);
    const report = await this.acting(() => this.files.restore(branch.name, target.id, ranges));
    const result = snapshotOf(root);
    this.check(branch, { present, target: target.seen, result, report });
    const conflicts = (list: { path: string }[]) => list.map(({ path }) => path);
    expect(conflicts(report.entries.filter(({ detail }) => detail === 'changed-by-others'))).toEqual(
      conflicts(planned.filter(({ action }) => action === 'conflict')),
    );
    const after = { id: (await this.acting(() => this.files.capture(branch.name))).id ?? '', seen: result };
    branch.own.push({ before: { id: report.before ?? '', seen: present }, after, isRange: false });
    branch.kept.push({ id: report.before ?? '', seen: present }, after);
  }

  /** What the run did not change is as it was; what it did is as it is wanted, or reported. */
  private check(branch: ModelBranch, restore: Restored): void {
    const { present, target, result, report } = restore;
    const made = this.madeByRun(branch);
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

  /** What the run last made of each path that it changed in this workspace. */
  private madeByRun({ own }: ModelBranch): Map<string, string | undefined> {
    const made = new Map<string, string | undefined>();
    for (const { before, after } of own) {
      for (const path of new Set([...before.seen.keys(), ...after.seen.keys()])) {
        const [was, is] = [before.seen.get(path)?.value, after.seen.get(path)?.value];
        const [heldBefore, heldAfter] = [this.isHeld(before.seen, path), this.isHeld(after.seen, path)];
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
      if (at?.kind === 'folder' && !this.canRead(at, 0o500)) return false;
      if (at?.kind === 'special') return false;
      if (at?.kind === 'file' && (at.sizeBytes > limitBytes || !this.canRead(at, 0o400))) return false;
    }
    return true;
  }

  private canRead(at: SeenPath | undefined, bits: number): boolean {
    if (!at || this.hasRights) return at !== undefined;
    if (!isRoot || at.uid === person) return (at.mode & bits) === bits;
    return (at.mode & (bits >> 6)) === bits >> 6;
  }

  /** Something that had to stay stands in its way, or it lies where the person may not write. */
  private isHindered(path: string, { present, result, report }: Restored): boolean {
    if ([...result.keys()].some(other => other.startsWith(`${path}/`))) return true;
    const parts = path.split('/').slice(0, -1);
    const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    if (above.some(folder => result.get(folder)?.kind !== 'folder')) return true;
    if (this.hasRights) return false;
    const isForeign = (at: string) => isRoot && present.has(at) && present.get(at)?.uid !== person;
    const isClosed = (at: string) =>
      ((present.get(at)?.mode ?? 0) & 0o300) !== 0o300 && report.entries.some(entry => entry.path === at);
    return isForeign(path) || above.some(at => isForeign(at) || isClosed(at));
  }

  private async fork(branch: ModelBranch): Promise<void> {
    const index = this.pick(branch.kept.length);
    const source = branch.kept[index];
    if (!source || this.branches.length > 3) return;
    const name = `fork-${this.branches.length}`;
    const parent = snapshotOf(this.rootOf(branch.name));
    const report = await this.acting(() => this.files.copyTo(source.id, name));
    expect(report.verified).toBe(true);
    expect(snapshotOf(this.rootOf(branch.name))).toEqual(parent);
    const copy = snapshotOf(this.rootOf(name));
    const held = [...new Set([...source.seen.keys(), ...copy.keys()])].filter(path =>
      this.isHeld(source.seen, path),
    );
    const valuesIn = (seen: Snapshot) => held.map(path => [path, seen.get(path)?.value]);
    expect(valuesIn(copy)).toEqual(valuesIn(source.seen));
    const upTo = branch.kept.findIndex(({ id }) => id === source.id);
    const inherited = branch.kept.slice(0, upTo + 1);
    const own = branch.own.filter(({ after }) => inherited.some(({ id }) => id === after.id));
    this.branches.push({ name, kept: [...inherited], own });
  }
}

const logsRules = createHash('sha1').update('logs/\n').digest('hex');

function isRelated(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/** A folder and all in it become the person's. */
function giveAway(path: Buffer): void {
  lchownSync(path, person, person);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path, { encoding: 'buffer' })) {
    giveAway(Buffer.concat([path, Buffer.from('/'), name]));
  }
}
