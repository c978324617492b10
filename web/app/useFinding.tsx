import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import type { SoughtPlace } from '../../shared/foundPlace.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { type RunGraph, withRemarks } from '../../shared/runGraph.ts';
import { FindColumn } from '../find/FindColumn.tsx';
import { searchQueryFrom } from '../find/howToSearch.ts';
import { useFoundText } from '../find/useFoundText.ts';
import { useMatcher } from '../find/useMatcher.ts';
import { useRemarked } from '../find/useRemarked.ts';
import type { InspectorTab } from '../selection/selection.ts';
import { useSelection } from '../selection/useSelection.ts';

interface FindingOptions {
  run: string;
  /** The graph as it is drawn, and that of the run as it is. */
  graph: RunGraph;
  whole: RunGraph;
  /** The scene that is looked at. */
  scene: SceneRow | null;
  /** `tab` is the one in which a place of it stands. */
  onScene: (scene: SceneRow, tab?: InspectorTab) => void;
}

interface Finding {
  /** The graph with the turns marked that are worth a look. */
  graph: RunGraph;
  /** Where the scene is shown: what is searched for is marked in it. */
  sceneElement: RefObject<HTMLDivElement | null>;
  /** The place in the scene that was gone to, for what is folded over it. */
  place: SoughtPlace | null;
  /** Goes to a place in the texts of a scene. */
  onPlace: (scene: SceneRow, place?: SoughtPlace) => void;
  /** The list beside the graph, or null while none of ours is open. */
  list: ReactNode;
}

/** Ties what finds a turn to the page: the list, the marks on the graph, and the text in the scene. */
export function useFinding({ run, graph, whole, scene, onScene }: FindingOptions): Finding {
  const { panel, find, how, select } = useSelection();
  const sceneElement = useRef<HTMLDivElement>(null);
  const [sought, setSought] = useState<SoughtPlace | null>(null);
  const place = sought !== null && sought.hit.scene === scene?.id ? sought : null;
  const version = String(whole.scenes.size);
  const { turns } = useRemarked(run, version);
  const query = useMemo(
    () => (panel === 'find' && find !== null ? searchQueryFrom(find, how) : null),
    [panel, find, how],
  );
  useFoundText(sceneElement, useMatcher(query), place);
  const onPlace = (chosen: SceneRow, wanted?: SoughtPlace) => {
    onScene(chosen, wanted && tabOf(wanted));
    setSought(wanted ?? null);
  };
  const list = (panel === 'find' || panel === 'lookHere') && (
    <FindColumn
      run={run}
      graph={whole}
      version={version}
      panel={panel}
      scene={scene}
      onPanel={next => select({ panel: next })}
      onScene={onPlace}
    />
  );
  return {
    graph: useMemo(() => withRemarks(graph, turns), [graph, turns]),
    sceneElement,
    place,
    onPlace,
    list: list || null,
  };
}

/** The system prompt is no part of `messages`. */
function tabOf({ hit: { kind } }: SoughtPlace): InspectorTab {
  return kind === 'system' ? 'request' : 'conversation';
}
