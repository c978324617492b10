/** `512 B`, `3.4 kB`, `5.2 MB`: steps of a thousand. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [value, unit] = bytes < 999_950 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`;
}
