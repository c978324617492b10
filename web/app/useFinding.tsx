import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import type { SceneRow } from '../../shared/rows.ts';
import { type RunGraph, withRemarks } from '../../shared/runGraph.ts';
import { FindColumn } from '../find/FindColumn.tsx';
import { searchQueryFrom } from '../find/howToSearch.ts';
import { type FoundStep, useFoundText } from '../find/useFoundText.ts';
import { useRemarked } from '../find/useRemarked.ts';
import { useSelection } from '../selection/useSelection.ts';

interface FindingOptions {
  run: string;
  /** The graph as it is drawn, and that of the run as it is. */
  graph: RunGraph;
  whole: RunGraph;
  /** The scene that is looked at. */
  scene: SceneRow | null;
  onScene: (scene: SceneRow) => void;
}

interface Finding {
  /** The graph with the turns marked that are worth a look. */
  graph: RunGraph;
  /** Where the scene is shown: what is searched for is marked in it. */
  sceneElement: RefObject<HTMLDivElement | null>;
  /** The list beside the graph, or null while none of ours is open. */
  list: ReactNode;
}

/** Ties what finds a turn to the page: the list, the marks on the graph, and the text in the scene. */
export function useFinding({ run, graph, whole, scene, onScene }: FindingOptions): Finding {
  const { panel, find, how, select } = useSelection();
  const sceneElement = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState<FoundStep | null>(null);
  const version = String(whole.scenes.size);
  const { turns } = useRemarked(run, version);
  const query = useMemo(
    () => (panel === 'find' && find !== null ? searchQueryFrom(find, how) : null),
    [panel, find, how],
  );
  useFoundText(sceneElement, query, step);
  const list = (panel === 'find' || panel === 'lookHere') && (
    <FindColumn
      run={run}
      graph={whole}
      version={version}
      panel={panel}
      scene={scene}
      onPanel={next => select({ panel: next })}
      onScene={(chosen, hit) => {
        onScene(chosen);
        setStep(hit ?? null);
      }}
    />
  );
  return {
    graph: useMemo(() => withRemarks(graph, turns), [graph, turns]),
    sceneElement,
    list: list || null,
  };
}
