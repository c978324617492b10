import type { JournalRow } from '../../shared/rows.ts';
import type { TurnNode } from '../../shared/runGraph.ts';

/**
 * How long all calls of a turn took together, in milliseconds: as the journal has them, else from A to B. Null where
 * neither is known, and for a turn without calls.
 */
export function callsDurationMs({ a, b }: TurnNode, journal: readonly JournalRow[]): number | null {
  if (!a || a.calls.length === 0) return null;
  const times = journal.flatMap(row => (row.scene === a.id ? (row.durationMs ?? []) : []));
  if (times.length === a.calls.length) return times.reduce((sum, time) => sum + time, 0);
  if (!a.savedAt || !b?.savedAt) return null;
  const betweenMs = Date.parse(b.savedAt) - Date.parse(a.savedAt);
  return betweenMs >= 0 ? betweenMs : null;
}
