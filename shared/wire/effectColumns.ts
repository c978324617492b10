import { z } from 'zod';
import { type CallRow, type EffectRow, effectRowSchema, type SceneRow } from '../rows.ts';
import { typedKeys } from '../typedKeys.ts';
import {
  badColumn,
  numbersSchema,
  ofLength,
  positionsOf,
  runsOf,
  textRunsSchema,
  textsOrNullsSchema,
  valuesOf,
} from './columns.ts';

export const effectColumnsSchema = z.object({
  branch: textRunsSchema,
  /**
   * Of an effect that says nothing but what its call and its scene say: the positions of the scene, and of the call in
   * it. `OTHER` where it says more: it stands whole in `other` then, in its order.
   */
  scene: numbersSchema,
  call: numbersSchema,
  at: textsOrNullsSchema,
  other: z.array(effectRowSchema),
});
type EffectColumns = z.infer<typeof effectColumnsSchema>;

const OTHER = -1;

/** Effects, short where their scenes say the rest. */
export function effectColumnsOf(effects: readonly EffectRow[], scenes: readonly SceneRow[]): EffectColumns {
  const columns: EffectColumns = {
    branch: runsOf(effects.map(effect => effect.branch)),
    scene: [],
    call: [],
    at: effects.map(effect => effect.at),
    other: [],
  };
  const positions = positionsOf(scenes.map(scene => scene.id));
  const ids = new LedgerIds();
  for (const effect of effects) {
    const id = ids.next(effect.branch);
    const sceneAt = positions.get(effect.scene ?? '') ?? OTHER;
    const scene = scenes[sceneAt];
    const callAt = scene?.calls.findIndex(call => call.id === effect.callId) ?? OTHER;
    const call = scene?.calls[callAt];
    const isTold =
      scene && call && isSameEffect(effectFrom(effect.branch, id, scene, call, effect.at), effect);
    columns.scene.push(isTold ? sceneAt : OTHER);
    columns.call.push(isTold ? callAt : OTHER);
    if (!isTold) columns.other.push(effect);
  }
  return columns;
}

/** The effects again. @throws ForkpointError `bad-shape` */
export function effectsFromColumns(columns: EffectColumns, scenes: readonly SceneRow[]): EffectRow[] {
  const count = columns.scene.length;
  const calls = ofLength(columns.call, count, 'effects.call');
  const times = ofLength(columns.at, count, 'effects.at');
  const branches = valuesOf(columns.branch, count, 'effects.branch');
  const others = columns.other.values();
  const ids = new LedgerIds();
  return columns.scene.map((sceneAt, index) => {
    const branch = branches[index] ?? '';
    const id = ids.next(branch);
    const scene = scenes[sceneAt];
    const call = scene?.calls[calls[index] ?? OTHER];
    if (scene && call) return effectFrom(branch, id, scene, call, times[index] ?? null);
    const other = sceneAt === OTHER ? others.next().value : undefined;
    if (!other) throw badColumn('effects', `no call ${calls[index]} in scene ${sceneAt}`);
    return other;
  });
}

function effectFrom(
  branch: string,
  id: string,
  scene: SceneRow,
  call: CallRow,
  at: EffectRow['at'],
): EffectRow {
  const { id: callId, name, toolClass, detail } = call;
  return { id, branch, callId, name, toolClass, detail, target: null, turn: scene.turn, scene: scene.id, at };
}

/** Ids as ledgers give them: the branch and the position. */
class LedgerIds {
  private readonly counts = new Map<string, number>();

  next(branch: string): string {
    const position = this.counts.get(branch) ?? 0;
    this.counts.set(branch, position + 1);
    return `${branch}/${position}`;
  }
}

function isSameEffect(told: EffectRow, effect: EffectRow): boolean {
  return typedKeys(effect).every(key => told[key] === effect[key]);
}
