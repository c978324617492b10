import { expect, test } from 'vitest';
import { handlerOf, offerCommands } from './commandHandlers.ts';

test('the latest offer of a command holds, until it is taken back', () => {
  const done: string[] = [];
  const page = { current: { find: () => done.push('page'), pin: () => done.push('pin') } };
  const panel = { current: { find: () => done.push('panel'), pin: null } };
  const takeBackPage = offerCommands(page);
  const takeBackPanel = offerCommands(panel);
  handlerOf('find')?.();
  handlerOf('pin')?.();
  takeBackPanel();
  handlerOf('find')?.();
  takeBackPage();
  expect(done).toEqual(['panel', 'pin', 'page']);
  expect(handlerOf('find')).toBeNull();
});

test('what an offer holds may change', () => {
  const offer: { current: { play?: (() => void) | null } } = { current: { play: null } };
  const takeBack = offerCommands(offer);
  expect(handlerOf('play')).toBeNull();
  const play = () => undefined;
  offer.current = { play };
  expect(handlerOf('play')).toBe(play);
  takeBack();
});
