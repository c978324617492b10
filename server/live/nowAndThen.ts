/**
 * Passes on the first of many values and then one of them now and then: what is told so often that nobody could follow it.
 * @param everyMs at the most so often
 */
export function nowAndThen<T>(tell: (value: T) => void, everyMs = 100): (value: T) => void {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return value => {
    if (performance.now() - toldAtMs < everyMs) return;
    toldAtMs = performance.now();
    tell(value);
  };
}
