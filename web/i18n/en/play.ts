export const play = {
  label: 'Play the run again',
  place: 'step {at} of {count}',
  play: 'Play the run again',
  pause: 'Pause',
  restart: 'To the beginning',
  back: 'One step back',
  forward: 'One step on',
  leave: 'Back to now',
  speed: 'Speed of playing',
} as const;
