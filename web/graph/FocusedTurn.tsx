import { type RefObject, useEffect } from 'react';
import { useStore } from 'reactflow';
import { useCommands } from '../keys/commandHandlers.ts';

interface FocusedTurnProps {
  pane: RefObject<HTMLElement | null>;
  /** Id of the turn that wants the focus; taken away once it has it. */
  wanted: RefObject<string | null>;
  /** The turn that a key leads to from anywhere on the page. */
  entrance: string | null;
  /** Brings a turn into view. */
  onShow: (turn: string) => void;
}

/**
 * Moves the focus to a turn as soon as its card is drawn, which may be after a fold has opened or the camera has moved.
 * Draws nothing; apart from the graph so that this alone waits for every change of what React Flow draws.
 */
export function FocusedTurn({ pane, wanted, entrance, onShow }: FocusedTurnProps) {
  const drawn = useStore(store => store.nodes);
  const enter = (turn: string) => {
    wanted.current = turn;
    const card = focusWanted(pane, wanted);
    if (!card || !isInside(card, pane.current)) onShow(turn);
  };
  useCommands({ graph: entrance === null ? null : () => enter(entrance) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn anew may hold the one that was not there before
  useEffect(() => void focusWanted(pane, wanted), [pane, wanted, drawn, entrance]);
  return null;
}

/** @returns the card that got the focus, or null while there is none */
function focusWanted(
  pane: RefObject<HTMLElement | null>,
  wanted: RefObject<string | null>,
): HTMLElement | null {
  if (wanted.current === null) return null;
  const card = pane.current?.querySelector<HTMLElement>(
    `[data-turn="${CSS.escape(wanted.current)}"] [data-card]`,
  );
  if (!card) return null;
  wanted.current = null;
  card.focus({ preventScroll: true });
  return card;
}

function isInside(card: HTMLElement, pane: HTMLElement | null): boolean {
  const inner = card.getBoundingClientRect();
  const outer = pane?.getBoundingClientRect();
  return (
    outer !== undefined &&
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  );
}
