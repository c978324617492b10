import type { Point } from './checkpoint.ts';

/** A scene by the place of its file: turn, point, and the folder within its branch. */
export interface PlacedScene {
  turn: number;
  point: Point;
  /** k of `superseded/<k>/` where it lies, null in the branch's folder. */
  folderOfMove: number | null;
}

interface TurnOfFolder<S> {
  turn: number;
  a: S | null;
  b: S | null;
}

/**
 * The scenes of one branch in the order of their save points, folder by folder. Two files of one folder may name
 * the same save point (`turn-14-B`, `turn-014-B`); the first given stands for it.
 */
export class ScenePlaces<S extends PlacedScene> {
  private readonly folders = new Map<number | null, TurnOfFolder<S>[]>();
  private readonly turns = new Map<string, { turns: TurnOfFolder<S>[]; index: number }>();
  private readonly points = new Map<string, S[]>();

  constructor(scenes: readonly S[]) {
    for (const scene of scenes) {
      append(this.points, `${scene.turn}-${scene.point}`, scene);
    }
    for (const [folder, inFolder] of grouped(scenes, scene => scene.folderOfMove)) {
      const turns = [...grouped(inFolder, scene => scene.turn)]
        .map(([turn, inTurn]) => ({
          turn,
          a: inTurn.find(scene => scene.point === 'A') ?? null,
          b: inTurn.find(scene => scene.point === 'B') ?? null,
        }))
        .sort((x, y) => x.turn - y.turn);
      this.folders.set(folder, turns);
      for (const [index, { turn }] of turns.entries()) this.turns.set(`${folder}/${turn}`, { turns, index });
    }
  }

  /** Both save points of the scene's turn, in its folder. */
  turn(scene: PlacedScene): { a: S | null; b: S | null } {
    return this.turnBeside(scene, 0) ?? { a: null, b: null };
  }

  /** The save point before, in the same folder. */
  before(scene: PlacedScene): S | null {
    const { a } = this.turn(scene);
    return scene.point === 'B' && a !== null ? a : this.lastBeforeTurn(scene);
  }

  /** The save point after, in the same folder. */
  after(scene: PlacedScene): S | null {
    const { b } = this.turn(scene);
    return scene.point === 'A' && b !== null ? b : this.firstAfterTurn(scene);
  }

  lastBeforeTurn(scene: PlacedScene): S | null {
    const turn = this.turnBeside(scene, -1);
    return turn?.b ?? turn?.a ?? null;
  }

  firstAfterTurn(scene: PlacedScene): S | null {
    const turn = this.turnBeside(scene, 1);
    return turn?.a ?? turn?.b ?? null;
  }

  /** For a file in `superseded/`: the last save point before its turn in the branch's folder. */
  beforeInBranchFolder(scene: PlacedScene): S | null {
    if (scene.folderOfMove === null) return null;
    const turn = this.folders.get(null)?.findLast(entry => entry.turn < scene.turn);
    return turn?.b ?? turn?.a ?? null;
  }

  /** Scenes of the other folders that can stand right before this one, nearest first. */
  rightBeforeElsewhere(scene: PlacedScene): S[] {
    const { turn, point } = scene;
    const points = [`${turn - 1}-B`, `${turn - 1}-A`];
    return this.elsewhere(scene, point === 'B' ? [`${turn}-A`, ...points] : points);
  }

  /** Scenes of the other folders that can stand right after this one, nearest first. */
  rightAfterElsewhere(scene: PlacedScene): S[] {
    const { turn, point } = scene;
    const points = [`${turn + 1}-A`, `${turn + 1}-B`];
    return this.elsewhere(scene, point === 'A' ? [`${turn}-B`, ...points] : points);
  }

  private elsewhere(scene: PlacedScene, points: readonly string[]): S[] {
    return points
      .flatMap(point => this.points.get(point) ?? [])
      .filter(other => other.folderOfMove !== scene.folderOfMove);
  }

  private turnBeside(scene: PlacedScene, offset: number): TurnOfFolder<S> | null {
    const place = this.turns.get(`${scene.folderOfMove}/${scene.turn}`);
    return place?.turns[place.index + offset] ?? null;
  }
}

function grouped<K, V>(values: readonly V[], keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) append(groups, keyOf(value), value);
  return groups;
}

function append<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}
