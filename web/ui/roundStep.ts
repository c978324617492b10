const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const LEAST_DISTANCE = 40;

/** Every how many turns a number is written, so that none touch. `pitch` is the width of a turn in pixels. */
export function roundStep(pitch: number): number {
  return STEPS.find(entry => entry * pitch >= LEAST_DISTANCE) ?? 10_000;
}
