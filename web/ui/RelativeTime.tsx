import { useEffect, useState } from 'react';
import { formatMoment, formatRelativeTime } from '../i18n/format.ts';

/** "3 minutes ago", kept true while it is looked at; the exact time is in the tooltip. `at` is an ISO time. */
export function RelativeTime({ at }: { at: string }) {
  const nowMs = useNowMs(15_000);
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  return (
    <time dateTime={at} title={formatMoment(date)}>
      {formatRelativeTime(date.getTime(), nowMs)}
    </time>
  );
}

/** The time of day in milliseconds, read anew every `everyMs`. */
export function useNowMs(everyMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
