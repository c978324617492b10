import type { LineageScene } from './lineage.ts';
import { ScenePlaces } from './scenePlaces.ts';

/**
 * The ids that damaged files must have had: where a readable scene wants a parent that is nowhere, and a damaged
 * file lies at the save point right before it, the file was that parent. So the line goes on through it.
 * @param scenes all scenes of one branch
 * @param isKnown whether a scene with this id can be read anywhere in the run
 * @returns the id to take, by the id that the damaged scene has now
 */
export function idsOfDamagedScenes(
  scenes: readonly LineageScene[],
  isKnown: (id: string) => boolean,
): Map<string, string> {
  const places = new ScenePlaces(scenes);
  const taken = new Map<string, string>();
  const used = new Set<string>();
  for (const scene of scenes) {
    if (scene.kind !== 'damaged') continue;
    const wanted = wantedAfter(scene, places, isKnown);
    if (wanted === null || used.has(wanted)) continue;
    used.add(wanted);
    taken.set(scene.id, wanted);
  }
  return taken;
}

/** The one missing parent that the scenes right after this place want, or null where there is none or more. */
function wantedAfter(
  scene: LineageScene,
  places: ScenePlaces<LineageScene>,
  isKnown: (id: string) => boolean,
): string | null {
  const missingParents = (others: readonly LineageScene[]) =>
    new Set(
      others.flatMap(({ kind, parent }) =>
        kind === 'own' && parent !== null && !isKnown(parent) ? [parent] : [],
      ),
    );
  const after = places.after(scene);
  const here = missingParents(after ? [after] : []);
  const wanted = here.size > 0 ? here : missingParents(places.rightAfterElsewhere(scene));
  const [only] = wanted;
  return wanted.size === 1 && only !== undefined ? only : null;
}
