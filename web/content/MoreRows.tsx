import { words } from '../i18n/words.ts';
import type { useSteps } from './useSteps.ts';

interface MoreRowsProps {
  rows: ReturnType<typeof useSteps>;
  className: string | undefined;
}

/** The way to the rows of a list that are not shown yet; on paper, how many those are. */
export function MoreRows({ rows: { left, isPrinting, showMore }, className }: MoreRowsProps) {
  if (left === 0) return null;
  if (isPrinting) return <p>{words('content.rowsNotPrinted', { count: left })}</p>;
  return (
    <button type="button" className={className} onClick={showMore}>
      {words('content.showRows', { count: left })}
    </button>
  );
}
