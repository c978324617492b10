import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { MAIN } from '../../../shared/branch.ts';
import { lineOf } from '../../../shared/lineOf.ts';
import { FilesModel, type OwnChange } from '../../workspace/testing/filesModel.ts';
import { changeAtRandom, limitBytes, type Pick } from '../../workspace/testing/randomChanges.ts';
import { makeRandomFiles } from '../../workspace/testing/randomFiles.ts';
import { isRoot, someoneElse } from '../../workspace/testing/rights.ts';
import { type Snapshot, snapshotOf } from '../../workspace/testing/snapshot.ts';
import type { Order, Player, Reply } from './playerOrders.ts';
import { mail, randomCalls } from './randomCalls.ts';

/** What the test knows of a branch's workspace. */
interface ModelBranch {
  name: string;
  own: (OwnChange & { at: number })[];
  /** The files before each rewind that is not undone; null where it left them as they were. */
  rewinds: (Snapshot | null)[];
}

/** Who acts in a run, and by what rights. */
export interface Actor {
  player: Player;
  /** Null: who acts is who tests. */
  user: number | null;
}

/**
 * Plays random turns, rewinds, undos and forks of a run through the real commands, with somebody else at work in between,
 * and holds each beside a model of the files.
 */
export class RandomActs {
  private readonly pick: Pick;
  private readonly actor: Actor;
  private readonly folder: string;
  private readonly ownFolder: string | null;
  private readonly model: FilesModel;
  private readonly branches: ModelBranch[] = [{ name: MAIN, own: [], rewinds: [] }];
  /** The files at each scene, and when that was. */
  private readonly seen = new Map<string, { files: Snapshot; at: number }>();
  private now = 0;
  /** What happened, for who looks for the reason of a failure. */
  readonly story: string[] = [];
  private state: Reply = { refused: null, files: null, planned: [], branches: [], scenes: [] };

  /** @param folder the actor's own, empty; @param random numbers from 0 up to 1 */
  constructor(folder: string, actor: Actor, random: () => number) {
    this.pick = bound => Math.floor(random() * bound);
    this.actor = actor;
    this.folder = folder;
    this.ownFolder = this.pick(2) === 0 ? join(folder, 'project') : null;
    this.model = new FilesModel(actor.user);
  }

  async play(acts: number): Promise<void> {
    const files = { root: this.rootOf(MAIN), user: this.actor.user, pick: this.pick };
    if (this.ownFolder !== null) await makeRandomFiles(files);
    await this.does({
      act: 'open',
      dataFolder: join(this.folder, 'data'),
      workspace: this.ownFolder,
      limitBytes,
    });
    this.note(this.filesOf(MAIN), this.filesOf(MAIN));
    if (this.ownFolder === null) await makeRandomFiles(files);
    await this.turn(this.main(), true);
    for (let count = 0; count < acts; count++) {
      await this.act(this.branches[this.pick(this.branches.length)] ?? this.main());
    }
    await this.does({ act: 'close' });
  }

  private async act(branch: ModelBranch): Promise<void> {
    const kind = this.pick(12);
    if (this.stateOf(branch).state === 'waiting' && kind < 3) await this.refuse(branch);
    else if (kind < 4) await this.turn(branch, this.pick(4) === 0);
    else if (kind < 6) this.someoneElseActs(branch);
    else if (kind < 9) await this.rewind(branch);
    else if (kind < 10) await this.undo(branch);
    else await this.fork(branch);
  }

  private main(): ModelBranch {
    const [main] = this.branches;
    if (!main) throw new Error('no branch');
    return main;
  }

  private rootOf(branch: string): string {
    if (branch === MAIN && this.ownFolder !== null) return this.ownFolder;
    return join(this.folder, 'data/run/workspaces', branch);
  }

  private filesOf(branch: string): Snapshot {
    return snapshotOf(this.rootOf(branch));
  }

  /** Of plain names, as a model or a person would name them; whoever opened a pipe would wait for ever. */
  private pathsIn(branch: string): string[] {
    return [...this.filesOf(branch)].flatMap(([path, { kind }]) => {
      return kind === 'special' || /\xff|(^|\/)\.git(\/|$)/.test(path) ? [] : [path];
    });
  }

  private stateOf({ name }: ModelBranch): Reply['branches'][number] {
    const row = this.state.branches.find(entry => entry.name === name);
    if (!row) throw new Error(`there is no branch ${name}`);
    return row;
  }

  /** Has an order carried out; nothing of other branches changes. */
  private async does(order: Order): Promise<Reply> {
    const touched = order.act === 'fork' ? order.name : 'branch' in order ? order.branch : MAIN;
    const others = this.branches.filter(({ name }) => name !== touched).map(({ name }) => name);
    const before = others.map(name => this.filesOf(name));
    this.story.push(JSON.stringify(order));
    this.state = await this.actor.player.order(order);
    if (this.state.refused !== null) this.story.push(`refused: ${this.state.refused}`);
    expect(others.map(name => this.filesOf(name))).toEqual(before);
    return this.state;
  }

  /** Scenes that are new since: A is saved before the calls of a turn, B after them. */
  private note(before: Snapshot, after: Snapshot): void {
    for (const { id, point } of this.state.scenes) {
      if (this.seen.has(id)) continue;
      const at = point === 'A' ? { files: before, at: this.now } : { files: after, at: this.now + 1 };
      this.seen.set(id, at);
    }
    this.now += 1;
  }

  /** @param isMailed it ends with a mail: the first is sent, with any other the turn is left at its A */
  private async turn(branch: ModelBranch, isMailed: boolean): Promise<void> {
    const isOpen = this.headPoint(branch) === 'A';
    const calls = isOpen
      ? []
      : [...randomCalls(this.pick, this.pathsIn(branch.name)), ...(isMailed ? [mail] : [])];
    await this.changes(branch, { act: 'turn', branch: branch.name, calls });
  }

  private headPoint(branch: ModelBranch): 'A' | 'B' | undefined {
    const { head } = this.stateOf(branch);
    return this.state.scenes.find(scene => scene.id === head)?.point;
  }

  private async refuse(branch: ModelBranch): Promise<void> {
    await this.changes(branch, { act: 'refuse', branch: branch.name });
  }

  private async changes(branch: ModelBranch, order: Order): Promise<void> {
    const before = this.filesOf(branch.name);
    const { refused } = await this.does(order);
    const after = this.filesOf(branch.name);
    if (refused !== null) expect(after).toEqual(before);
    this.note(before, after);
    branch.own.push({ before, after, at: this.now });
  }

  /** Mostly on files that the run had changed. */
  private someoneElseActs({ name, own }: ModelBranch): void {
    const owner =
      isRoot && this.actor.user !== null ? (this.pick(2) === 0 ? this.actor.user : someoneElse) : null;
    const changed = new Set(
      own.flatMap(({ before, after }) => {
        return [...before.keys(), ...after.keys()].filter(
          path => before.get(path)?.value !== after.get(path)?.value,
        );
      }),
    );
    const known = this.pathsIn(name);
    const busy = known.filter(path => changed.has(path));
    this.story.push(`somebody else acts in ${name}`);
    for (let count = 1 + this.pick(2); count > 0; count--) {
      changeAtRandom(this.rootOf(name), this.pick, { owner, known: busy.length > 0 ? busy : known });
    }
  }

  /** Scenes that a branch can go to: those of its line, and of the lines that its moves left. */
  private scenesOf(branch: ModelBranch): string[] {
    const byId = new Map(this.state.scenes.map(scene => [scene.id, scene]));
    const { head, moves } = this.stateOf(branch);
    const ends = [head, ...moves.map(({ left }) => left)];
    return [...new Set(ends.flatMap(end => (end === null ? [] : lineOf(byId, end))))];
  }

  private async rewind(branch: ModelBranch): Promise<void> {
    const present = this.filesOf(branch.name);
    const scenes = this.scenesOf(branch);
    // Mostly to where something was otherwise than it is.
    const unlike = scenes.filter(id => !isDeepStrictEqual(this.seen.get(id)?.files, present));
    const among = unlike.length > 0 && this.pick(4) > 0 ? unlike : scenes;
    const scene = among[this.pick(among.length)] ?? '';
    const restore = (['both', 'both', 'both', 'files', 'conversation'] as const)[this.pick(5)] ?? 'both';
    const order = { act: 'rewind', branch: branch.name, scene, restore } as const;
    const { refused, files, planned } = await this.does(order);
    expect(refused).toBe(null);
    if (restore === 'conversation') expect([files, this.filesOf(branch.name)]).toEqual([null, present]);
    else this.checkRestore(branch, present, this.seen.get(scene)?.files);
    const conflicts = (list: { path: string }[]) => list.map(({ path }) => path);
    if (files) {
      expect(conflicts(files.entries.filter(({ detail }) => detail === 'changed-by-others'))).toEqual(
        conflicts(planned.filter(({ action }) => action === 'conflict')),
      );
    }
    branch.rewinds.push(restore === 'conversation' ? null : present);
  }

  private async undo(branch: ModelBranch): Promise<void> {
    const present = this.filesOf(branch.name);
    const { refused } = await this.does({ act: 'undo', branch: branch.name });
    const before = branch.rewinds.pop();
    expect(refused).toBe(before === undefined ? 'nothing-to-undo' : null);
    if (before) this.checkRestore(branch, present, before);
    else expect(this.filesOf(branch.name)).toEqual(present);
  }

  private checkRestore(branch: ModelBranch, present: Snapshot, target: Snapshot | undefined): void {
    const { files: report } = this.state;
    if (!report || !target) throw new Error('there is no report, or nothing to hold it against');
    const result = this.filesOf(branch.name);
    this.model.check(branch.own, { present, target, result, report });
    this.now += 1;
    branch.own.push({ before: present, after: result, at: this.now });
  }

  private async fork(branch: ModelBranch): Promise<void> {
    if (this.branches.length > 3) return;
    const scenes = this.scenesOf(branch);
    const { head } = this.stateOf(branch);
    const scene = (this.pick(3) === 0 && head) || (scenes[this.pick(scenes.length)] ?? '');
    const name = `fork-${this.branches.length}`;
    const { refused, files } = await this.does({ act: 'fork', branch: branch.name, scene, name });
    expect([refused, files?.verified]).toEqual([null, true]);
    const source = this.seen.get(scene);
    if (!source) throw new Error('the scene was never seen');
    this.model.checkCopy(source.files, this.filesOf(name));
    const own = branch.own.filter(({ at }) => at <= source.at);
    this.branches.push({ name, own, rewinds: [] });
  }
}
