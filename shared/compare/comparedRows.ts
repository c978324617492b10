import { alignTurns } from './alignTurns.ts';
import { type ComparedRow, type TurnCell, type TurnDifference, turnDifferenceSchema } from './comparison.ts';
import type { StepContent } from './step.ts';
import { differencesOf } from './turnCell.ts';
import { TurnSignatures } from './turnSignature.ts';

/** A row with the turns that its cells were made of. */
export interface RowOfContents {
  row: ComparedRow;
  contents: readonly (StepContent | null)[];
}

/** One side's turns behind the ancestor, each with its cell. */
export interface SideTurns {
  contents: readonly StepContent[];
  cells: readonly Omit<TurnCell, 'differences'>[];
}

/** The turns of all sides in rows, by what they did. */
export function comparedRows(sides: readonly SideTurns[]): RowOfContents[] {
  const signatures = new TurnSignatures();
  const rows = alignTurns(sides.map(({ contents }) => contents.map(content => signatures.of(content))));
  return rows.map(places => {
    const contents = places.map((place, side) =>
      place === null ? null : (sides[side]?.contents[place] ?? null),
    );
    const first = contents.find(content => content !== null) ?? null;
    const cells = contents.map((content, side): TurnCell | null => {
      const cell = sides[side]?.cells[places[side] ?? -1];
      if (!content || !cell || !first) return null;
      return { ...cell, differences: content === first ? [] : differencesOf(first, content) };
    });
    return { row: rowOf(cells), contents };
  });
}

function rowOf(cells: readonly (TurnCell | null)[]): ComparedRow {
  const all = new Set(cells.flatMap(cell => cell?.differences ?? []));
  const differences = turnDifferenceSchema.options.filter(difference => all.has(difference));
  return { kind: kindOf(cells.includes(null), differences), differences, cells: [...cells] };
}

/** Another model by itself makes no turn another one: it is among the settings that differ. */
function kindOf(isOneSided: boolean, differences: readonly TurnDifference[]): ComparedRow['kind'] {
  if (isOneSided) return 'one-sided';
  if (differences.includes('call') || differences.includes('input')) return 'different';
  return differences.some(difference => difference !== 'model') ? 'alike' : 'same';
}
