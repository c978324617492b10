import { type RefObject, useEffect, useRef } from 'react';
import type { GraphView } from './graphView.ts';
import { foldAt, turnBefore } from './layout/neighbour.ts';
import type { FoldedLayout } from './useFoldedLayout.ts';

interface FoldActionParts {
  folds: FoldedLayout;
  view: GraphView;
  selectedTurn: string | null;
  /** Chooses the turn to go back to when a fold closes over the one that is looked at. */
  onLeave: (turn: string) => void;
  /** The turn that is to have the focus. */
  wantsFocus: RefObject<string | null>;
}

/** What a person does to folds: by their signs, by key, and to all quiet stretches at once. */
export function useFoldActions({ folds, view, selectedTurn, onLeave, wantsFocus }: FoldActionParts) {
  const { layout } = folds;
  // What stood in the middle stays there, however many columns fold away beside it.
  const middle = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits for the layout that was asked for
  useEffect(() => {
    if (middle.current !== null) view.show(middle.current);
    middle.current = null;
  }, [view, layout]);

  const toggle = (id: string) => {
    const fold = layout.folds.get(id);
    if (!fold) return;
    const before = turnBefore(fold);
    const isLookedInto = selectedTurn !== null && fold.turns.includes(selectedTurn);
    if (fold.isOpen && isLookedInto && before !== null) onLeave(before);
    folds.toggle(id);
  };
  return {
    toggle,
    /** The fold that a key on a turn means. Where it closes over the turn, the focus goes to the one before. */
    toggleAt: (turn: string) => {
      const fold = layout.folds.get(foldAt(layout, turn) ?? '');
      if (!fold) return;
      toggle(fold.id);
      if (fold.isOpen && fold.turns.includes(turn)) wantsFocus.current = turnBefore(fold);
    },
    /** @param isFollowing the camera goes to where the run grows anyway */
    foldQuiet: (isOn: boolean, isFollowing: boolean) => {
      const { first, last } = view.get();
      middle.current = isFollowing ? null : (first + last - 1) / 2;
      folds.foldQuiet(isOn);
    },
  };
}
