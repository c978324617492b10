import { describe, expect, test } from 'vitest';
import { notPlaying, type PlayAct, played } from './playing.ts';

/** The state after some acts on a run of five steps. */
function stateAfter(...acts: PlayAct[]) {
  return acts.reduce((state, act) => played(state, act, 5), notPlaying);
}

describe('playing a run again', () => {
  test('begins at the beginning', () => {
    expect(stateAfter({ type: 'play' })).toEqual({ at: 1, isPlaying: true, speed: 1 });
  });

  test('goes on from where it was paused', () => {
    const state = stateAfter({ type: 'play' }, { type: 'tick' }, { type: 'pause' }, { type: 'play' });
    expect(state).toMatchObject({ at: 2, isPlaying: true });
  });

  test('ends in the run as it is', () => {
    const tick = { type: 'tick' } as const;
    expect(stateAfter({ type: 'play' }, tick, tick, tick)).toMatchObject({ at: 4, isPlaying: true });
    expect(stateAfter({ type: 'play' }, tick, tick, tick, tick)).toMatchObject({
      at: null,
      isPlaying: false,
    });
  });

  test('a step by hand pauses, and goes back from now', () => {
    expect(stateAfter({ type: 'step', by: -1 })).toMatchObject({ at: 4, isPlaying: false });
    expect(stateAfter({ type: 'play' }, { type: 'step', by: 1 })).toMatchObject({ at: 2, isPlaying: false });
  });

  test('no step leads before the first', () => {
    expect(stateAfter({ type: 'play' }, { type: 'step', by: -3 })).toMatchObject({ at: 1 });
  });

  test('a run of one step has nothing to play', () => {
    expect(played(notPlaying, { type: 'play' }, 1)).toBe(notPlaying);
  });
});
