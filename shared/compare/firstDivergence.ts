import { canonicalJson } from '../digest.ts';
import { firstWords } from '../message.ts';
import { isRecord } from '../schema.ts';
import type { RowOfContents } from './comparedRows.ts';
import type { FirstDivergence } from './comparison.ts';
import type { StepCall, StepContent } from './step.ts';
import { isSameInput, isSameResult } from './turnCell.ts';

/** As much of a value as a line shows. */
const valueShown = 160;

/**
 * Where sides part: the first row in which they did or met with something other. Where they only differ in words or model
 * all the way, the first of those. Null where nothing is other.
 */
export function firstDivergence(rows: readonly RowOfContents[]): FirstDivergence | null {
  const isParting = ({ row: { kind, differences } }: RowOfContents) =>
    kind === 'one-sided' || kind === 'different' || differences.includes('result');
  const parting = rows.findIndex(isParting);
  const index = parting < 0 ? rows.findIndex(({ row }) => row.differences.length > 0) : parting;
  const row = rows[index];
  return row ? explained(row, index, rows) : null;
}

function explained(
  { row, contents }: RowOfContents,
  index: number,
  rows: readonly RowOfContents[],
): FirstDivergence {
  const first = contents.find(content => content !== null) ?? null;
  const base = { row: index, argument: null };
  const areOthersApart = row.differences.includes('call') || row.differences.includes('input');
  if (row.kind === 'one-sided' && !areOthersApart) {
    const isOver = contents.some(
      (content, side) => content === null && rows.slice(index).every(later => later.contents[side] === null),
    );
    const values = contents.map(content => content && linesOfCalls(content));
    return { ...base, why: isOver ? 'end' : 'no-like', values };
  }
  const why = row.differences[0] ?? 'words';
  switch (why) {
    case 'call':
      return { ...base, why, values: contents.map(content => content && linesOfCalls(content)) };
    case 'input':
      return { ...base, why, ...otherInput(contents, first) };
    case 'result':
      return { ...base, why, values: otherResults(contents, first) };
    case 'words':
      return {
        ...base,
        why,
        values: contents.map(content => content && firstWords(content.words, valueShown)),
      };
    case 'model':
      return { ...base, why, values: contents.map(content => content?.step.last.model ?? null) };
  }
}

/** `write_file src/a.ts, run_command npm test`; of a reply without calls its first words. */
function linesOfCalls({ calls, words }: StepContent): string {
  const lines = calls.map(({ row }) => `${row.name} ${row.detail}`.trim());
  return firstWords(lines.length > 0 ? lines.join(', ') : words, valueShown);
}

/** The first call that is not the same for all sides, and its first argument that is other. */
function otherInput(
  contents: readonly (StepContent | null)[],
  first: StepContent | null,
): Pick<FirstDivergence, 'argument' | 'values'> {
  const position = positionOf(contents, first, (x, y) => !isSameInput(x, y));
  const inputs = contents.map(content => content?.calls[position]?.input ?? null);
  const names = [...new Set(inputs.flatMap(input => (isRecord(input) ? Object.keys(input) : [])))];
  const argumentOf = (input: unknown, name: string) => (isRecord(input) ? input[name] : undefined);
  const argument =
    names.find(name => new Set(inputs.map(input => canonicalJson(argumentOf(input, name)))).size > 1) ?? null;
  const values = inputs.map(input => (argument === null ? null : shown(argumentOf(input, argument))));
  return { argument, values };
}

function otherResults(
  contents: readonly (StepContent | null)[],
  first: StepContent | null,
): (string | null)[] {
  const position = positionOf(contents, first, (x, y) => !isSameResult(x, y));
  return contents.map(content => content?.calls[position]?.row.result ?? null);
}

function positionOf(
  contents: readonly (StepContent | null)[],
  first: StepContent | null,
  isOther: (x: StepCall, y: StepCall) => boolean,
): number {
  const position = first?.calls.findIndex((call, index) =>
    contents.some(content => {
      const other = content?.calls[index];
      return other !== undefined && isOther(call, other);
    }),
  );
  return position === undefined || position < 0 ? 0 : position;
}

function shown(value: unknown): string | null {
  if (value === undefined) return null;
  return firstWords(typeof value === 'string' ? value : canonicalJson(value), valueShown);
}
