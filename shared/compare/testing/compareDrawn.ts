import { priceOf } from '../../price.ts';
import { buildRunGraph } from '../../runGraph.ts';
import { compareSides, type ReadSide } from '../compareSides.ts';
import type { Comparison } from '../comparison.ts';
import { formatSide, parseSides } from '../side.ts';
import { lineOfSide } from '../sideLine.ts';
import type { DrawnRun } from './drawTurns.ts';

/** Files of which nothing is known. */
export const noFiles = { at: null, why: 'not-captured', changes: null, held: new Map() } as const;

const prices = {
  models: { 'claude-sonnet-5-5': { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.1 } },
};

/** Compares sides of drawn runs; `change` adds to a side what a test is about. */
export function compareDrawn(
  runs: DrawnRun | Record<string, DrawnRun>,
  sides: string,
  change: (side: ReadSide) => Partial<ReadSide> = () => ({}),
): Omit<Comparison, 'prices'> {
  const known = 'rows' in runs ? { drawn: runs as DrawnRun } : (runs as Record<string, DrawnRun>);
  const [first = 'drawn'] = Object.keys(known);
  const read = parseSides(sides, first).map((side): ReadSide => {
    const run = known[side.run ?? first];
    if (!run) throw new Error(`No run: “${side.run}”.`);
    const line = lineOfSide(side, { rows: run.rows, graph: buildRunGraph(run.rows) });
    const end = line.line.findLast(row => row.problem === null);
    const plain: ReadSide = {
      text: formatSide(side),
      line,
      messages: end ? run.messagesTo(end.id) : null,
      request: null,
      pendingInput: null,
      files: noFiles,
    };
    return { ...plain, ...change(plain) };
  });
  const paths = new Set(read.flatMap(({ files }) => [...files.held.keys()]));
  return compareSides(first, read, paths, model => priceOf(model, prices));
}

/** The rows as a picture: `same 3|4`, `one-sided –|5`, with what differs behind. */
export function pictureOfRows({ rows }: Pick<Comparison, 'rows'>): string[] {
  return rows.map(({ kind, cells, differences }) => {
    const turns = cells.map(cell => cell?.at.turn ?? '–').join('|');
    return [kind, turns, ...differences].join(' ');
  });
}
