/** `1 turn`, `5,600 tokens`. */
export function countOf(count: number, one: string, many: string): string {
  return `${Math.round(count).toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** `$0.33`, `$0.0042`: a small sum keeps two digits that say something. */
export function dollars(costUsd: number): string {
  return costUsd >= 0.01 || costUsd === 0 ? `$${costUsd.toFixed(2)}` : `$${costUsd.toPrecision(2)}`;
}

/** `0.4 s`, `95 s`, `12 min`, `3 h`. */
export function duration(durationMs: number): string {
  const seconds = durationMs / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** `812 bytes`, `3.4 kB`, `1.2 MB`: steps of a thousand. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return countOf(bytes, 'byte', 'bytes');
  return bytes < 999_950 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
