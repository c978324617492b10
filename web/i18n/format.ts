import { locale, words } from './words.ts';

/** `950`, `5.6k`, `61.2k`, `1.2M`: tokens on a node, in the strip, in the bar. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  const [value, unit] = tokens < 999_950 ? [tokens / 1000, 'k'] : [tokens / 1_000_000, 'M'];
  return `${value.toFixed(value < 100 ? 1 : 0)}${unit}`;
}

/** `1 token`, `950 tokens`, `5.6k tokens`: with the unit in the form that the number asks for. */
export function formatTokenCount(tokens: number): string {
  return words('ui.tokens', { count: Math.round(tokens), text: formatTokens(tokens) });
}

/** `812 B`, `3.4 kB`, `340 kB`, `1.2 MB`: steps of a thousand. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [value, unit] = bytes < 999_950 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`;
}

/** `0.4 s`, `12 s`, `3 min`, `2 h`. */
export function formatDuration(durationMs: number): string {
  const seconds = durationMs / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** `$0.33`, `$12.50`; `$0.0042` below a cent. In US dollars. */
export function formatCost(usd: number): string {
  const digits = usd > 0 && usd < 0.01 ? { maximumSignificantDigits: 2 } : {};
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', ...digits }).format(usd);
}

/** `38 %` of a share of 1. */
export function formatPercent(share: number): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(share);
}

/** `½×`, `1×`, `2×`: times the speed at which it happened. */
export function formatSpeed(speed: number): string {
  return `${speed === 0.5 ? '½' : speed}×`;
}

const relativeSteps: [limitSeconds: number, seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 1, 'second'],
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [30 * 86_400, 86_400, 'day'],
  [365 * 86_400, 30 * 86_400, 'month'],
  [Number.POSITIVE_INFINITY, 365 * 86_400, 'year'],
];

/** `3 minutes ago`; `now` within the first seconds. Times in milliseconds since 1970. */
export function formatRelativeTime(atMs: number, nowMs: number): string {
  const seconds = Math.round((atMs - nowMs) / 1000);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (Math.abs(seconds) < 5) return format.format(0, 'second');
  const step = relativeSteps.find(([limit]) => Math.abs(seconds) < limit);
  const [, unitSeconds, unit] = step ?? [0, 1, 'second' as const];
  return format.format(Math.round(seconds / unitSeconds), unit);
}

/** Date and time of day, for tooltips. */
export function formatMoment(at: Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(at);
}

/** `10:42`; empty for a time that cannot be read. */
export function formatTimeOfDay(at: Date): string {
  if (Number.isNaN(at.getTime())) return '';
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}
