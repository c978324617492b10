import type { CallCell, ComparedRow, Comparison, TurnCell } from '../../shared/compare/comparison.ts';
import { paint } from './paint.ts';
import type { SideCell, SideRow } from './sideTable.ts';
import { counted } from './textLayout.ts';

const signs: Record<ComparedRow['kind'], string> = {
  same: '=',
  alike: '≈',
  different: '≠',
  'one-sided': '·',
};

/** The aligned turns; a stretch in which nothing differs is one line. @param isAll those too, turn by turn */
export function turnRows(
  { rows, firstDivergence }: Pick<Comparison, 'rows' | 'firstDivergence'>,
  isAll: boolean,
): SideRow[] {
  const shown: SideRow[] = [];
  let same = 0;
  const foldSame = () => {
    if (same > 0) shown.push({ line: paint.dim(`${counted(same, 'turn')} the same on all sides`) });
    same = 0;
  };
  rows.forEach((row, index) => {
    if (row.kind === 'same' && !isAll) same += 1;
    else {
      foldSame();
      shown.push(rowOfTurns(row, index === firstDivergence?.row));
    }
  });
  foldSame();
  return shown;
}

function rowOfTurns({ kind, cells, differences }: ComparedRow, isFirst: boolean): SideRow {
  return {
    label: `${signs[kind]}${isFirst ? ' first' : ''}`,
    cells: cells.map(cell => cell && cellOfTurn(cell)),
    note: differences.join(', '),
  };
}

/** `16 ✗ run_command npm test: 8 passed, 1 failed`. */
function cellOfTurn({ at, words, calls, marks }: TurnCell): SideCell {
  const isError = marks.includes('error') || marks.includes('damaged');
  const look = isError ? paint.red : marks.includes('waiting') ? paint.yellow : undefined;
  const sign = isError ? ' ✗' : '';
  const did = calls.length === 0 ? `“${words}”` : wordsOfCalls(calls);
  return { text: `${at.turn}${sign} ${did}`, ...(look && { look }) };
}

function wordsOfCalls(calls: readonly CallCell[]): string {
  const names = new Map<string, CallCell[]>();
  for (const call of calls) names.set(call.name, [...(names.get(call.name) ?? []), call]);
  return [...names]
    .map(([name, same]) => {
      const count = same.length > 1 ? ` ×${same.length}` : '';
      return `${name}${count} ${[...new Set(same.map(({ detail }) => detail))].join(', ')}`;
    })
    .join(' · ');
}
