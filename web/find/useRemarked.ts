import { useMemo } from 'react';
import { standingTurns } from '../../shared/lookHere/lookHere.ts';
import { useRemarks } from '../api/searches.ts';
import { keyOfRemark } from './remarkWords.ts';
import { useDismissed } from './useDismissed.ts';

/** How many remarks there are that nobody dismissed, and the turns that they point at. */
export interface Remarked {
  count: number;
  turns: ReadonlySet<string>;
}

/** What is worth a look without anybody having asked: of a large run only its beginning. */
export function useRemarked(run: string, version: string): Remarked {
  const looked = useRemarks(run, false, version);
  const { dismissed } = useDismissed(run);
  const remarks = looked.status === 'ready' ? looked.value.remarks : null;
  return useMemo(() => {
    const open = (remarks ?? []).filter(remark => !dismissed.has(keyOfRemark(remark)));
    return { count: open.length, turns: new Set(open.flatMap(standingTurns)) };
  }, [remarks, dismissed]);
}
