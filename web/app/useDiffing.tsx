import { type ReactNode, useState } from 'react';
import { formatAddress, parseAddress } from '../../shared/address.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { addressOf, type RunGraph, sceneAt } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { type CommandHandlers, useCommands } from '../keys/commandHandlers.ts';
import { Palette, type PaletteEntry } from '../keys/Palette.tsx';
import { useSelection } from '../selection/useSelection.ts';
import { diffTargetsOf, type HeadTarget } from './diffTargets.ts';
import { type SelectedScenes, sceneElsewhere } from './selectedScene.ts';

interface DiffingOptions {
  graph: RunGraph;
  scenes: SelectedScenes;
  /** The branch that is meant. */
  branch: string | null;
}

/**
 * Offers what keys and the palette can compare the scene that is looked at with.
 * @returns the choice among the heads of several branches, while it is made
 */
export function useDiffing({ graph, scenes, branch }: DiffingOptions): ReactNode {
  const selection = useSelection();
  const [picking, setPicking] = useState<PaletteEntry[] | null>(null);
  const { shown } = scenes;
  const canCompare = shown !== null && shown.problem === null && branch !== null;
  useCommands(canCompare ? diffHandlers({ graph, scenes, shown, branch, selection, pick: setPicking }) : {});
  if (picking === null || !canCompare) return null;
  return (
    <Palette
      label={words('keys.diffOtherHead')}
      placeholder={words('keys.headPlaceholder')}
      entries={picking}
      onClose={() => setPicking(null)}
    />
  );
}

interface HandlersOptions {
  graph: RunGraph;
  scenes: SelectedScenes;
  shown: SceneRow;
  branch: string;
  selection: ReturnType<typeof useSelection>;
  pick: (heads: PaletteEntry[]) => void;
}

function diffHandlers({ graph, scenes, shown, branch, selection, pick }: HandlersOptions): CommandHandlers {
  const { pin, select } = selection;
  const own = addressText(graph, shown);
  const compareWith = (address: string | null) => () => select({ scene: own, diff: address, act: null });
  /** The same key again leaves the diff. */
  const compare = (other: SceneRow | null) => {
    if (other === null || other.id === shown.id) return null;
    return compareWith(other.id === scenes.diff?.id ? null : addressText(graph, other));
  };
  const elsewhere = sceneElsewhere(pin);
  const pinned = pin === null || elsewhere ? null : sceneAt(graph, parseAddress(pin));
  const { before, forkPoint, otherHeads } = diffTargetsOf(graph, shown, branch);
  const toEntry = ({ branch: name, head }: HeadTarget): PaletteEntry => ({
    id: `head ${name}`,
    kind: 'branch',
    label: words('keys.headOf', { branch: name }),
    more: `${addressText(graph, head)} · ${head.words}`,
    act: compareWith(addressText(graph, head)),
  });
  const several = otherHeads.length > 1;
  return {
    pin: () => select({ pin: pinned?.id === shown.id ? null : own }),
    diffPinned: elsewhere ? compareWith(selection.diff === pin ? null : pin) : compare(pinned),
    diffBefore: compare(before),
    diffForkPoint: compare(forkPoint),
    diffOtherHead: several ? () => pick(otherHeads.map(toEntry)) : compare(otherHeads[0]?.head ?? null),
  };
}

function addressText(graph: RunGraph, scene: SceneRow): string {
  return formatAddress(addressOf(graph, scene));
}
