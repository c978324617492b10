import type { Point } from '../../shared/checkpoint.ts';
import type { Command } from '../keys/keyMap.ts';
import { commandOnTurn, type KeyPress } from '../keys/keyPress.ts';
import type { Direction } from './layout/neighbour.ts';

/** What a key does on a focused turn. */
export type KeyAction =
  | { kind: 'go'; direction: Direction }
  | { kind: 'choose'; point: Point | null }
  | { kind: 'fold' }
  | { kind: 'enter' };

const actions: Partial<Record<Command, KeyAction>> = {
  previousTurn: { kind: 'go', direction: 'left' },
  nextTurn: { kind: 'go', direction: 'right' },
  laneAbove: { kind: 'go', direction: 'up' },
  laneBelow: { kind: 'go', direction: 'down' },
  showTurn: { kind: 'choose', point: null },
  pointA: { kind: 'choose', point: 'A' },
  pointB: { kind: 'choose', point: 'B' },
  foldHere: { kind: 'fold' },
  inspector: { kind: 'enter' },
};

/** The action of a key press on a turn, or null where the key means nothing there or belongs to the browser. */
export function keyActionOf(event: KeyPress): KeyAction | null {
  const command = commandOnTurn(event);
  return command === null ? null : (actions[command] ?? null);
}

/** Whether an event came from the card itself, not from a button beside it, which takes Enter and Space for itself. */
export function isOnCard(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-card]') !== null;
}

/** The fold whose sign an event came from. */
export function foldOfTarget(target: EventTarget): string | null {
  const sign = target instanceof Element ? target.closest<HTMLElement>('[data-fold]') : null;
  return sign?.dataset.fold ?? null;
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
