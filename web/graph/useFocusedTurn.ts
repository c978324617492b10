import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to a turn as soon as its card is drawn, which may be after the camera has moved.
 * @param drawn changes whenever other cards are drawn
 */
export function useFocusedTurn(pane: RefObject<HTMLElement | null>, drawn: unknown) {
  const wanted = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new cards may hold the one that was not there before
  useEffect(() => {
    if (wanted.current === null) return;
    const card = pane.current?.querySelector<HTMLElement>(`[data-turn="${CSS.escape(wanted.current)}"]`);
    if (!card) return;
    wanted.current = null;
    card.focus({ preventScroll: true });
  }, [pane, drawn]);
  return (turn: string) => {
    wanted.current = turn;
  };
}
