/** How fast a run can be played again, as times its own speed. */
export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/**
 * Where playing a run again stands. `at`: so many steps of it are shown; null shows the run as it is now.
 */
export interface Playing {
  at: number | null;
  isPlaying: boolean;
  speed: Speed;
}

export type PlayAct =
  | { type: 'play' }
  | { type: 'pause' }
  /** A step of the play is due. */
  | { type: 'tick' }
  /** Steps by hand, backwards too, pause. */
  | { type: 'step'; by: number }
  | { type: 'restart' }
  | { type: 'leave' }
  | { type: 'speed'; speed: Speed };

export const notPlaying: Playing = { at: null, isPlaying: false, speed: 1 };

/** The first step that shows anything. */
const FIRST = 1;

/**
 * What an act makes of the state. Playing from now begins at the beginning, and ends in the run as it is.
 * @param count how many steps the run has so far
 */
export function played(state: Playing, act: PlayAct, count: number): Playing {
  const shownAt = (at: number): Playing =>
    at >= count ? { ...state, at: null, isPlaying: false } : { ...state, at: Math.max(FIRST, at) };
  switch (act.type) {
    case 'play':
      return count > FIRST ? { ...state, at: state.at ?? FIRST, isPlaying: true } : state;
    case 'pause':
      return state.isPlaying ? { ...state, isPlaying: false } : state;
    case 'tick':
      return state.at === null ? state : shownAt(state.at + 1);
    case 'step':
      return { ...shownAt((state.at ?? count) + act.by), isPlaying: false };
    case 'restart':
      return count > FIRST ? { ...state, at: FIRST } : state;
    case 'leave':
      return { ...state, at: null, isPlaying: false };
    case 'speed':
      return { ...state, speed: act.speed };
  }
}
