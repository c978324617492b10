import type { Point } from '../../shared/checkpoint.ts';
import type { Direction } from './layout/neighbour.ts';

/** What a key does on a focused turn. */
export type KeyAction =
  | { kind: 'go'; direction: Direction }
  | { kind: 'choose'; point: Point | null }
  | { kind: 'enter' };

const actions: Record<string, KeyAction> = {
  ArrowLeft: { kind: 'go', direction: 'left' },
  ArrowRight: { kind: 'go', direction: 'right' },
  ArrowUp: { kind: 'go', direction: 'up' },
  ArrowDown: { kind: 'go', direction: 'down' },
  ' ': { kind: 'choose', point: null },
  a: { kind: 'choose', point: 'A' },
  b: { kind: 'choose', point: 'B' },
  Enter: { kind: 'enter' },
};

/** The action of a key press, or null: with a modifier held it belongs to the browser. */
export function keyActionOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return Object.hasOwn(actions, event.key) ? (actions[event.key] ?? null) : null;
}

/** The turn whose card an event came from. */
export function turnOfTarget(target: EventTarget): string | null {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-turn]') : null;
  return card?.dataset.turn ?? null;
}

/** The half of the card's edge that an event came from. */
export function pointOfTarget(target: EventTarget): Point | null {
  const point = target instanceof Element ? target.closest<HTMLElement>('[data-point]')?.dataset.point : null;
  return point === 'A' || point === 'B' ? point : null;
}
