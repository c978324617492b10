import type { Column, ComparedEffect } from '../../shared/compare/comparison.ts';

/** What one tool did to one thing, on each side. */
export interface EffectLine {
  key: string;
  name: string;
  /** What it is about: of one that was not let through or only simulated, nobody asked the tool for its target. */
  about: string;
  /** One list per column, empty where that side did nothing of the kind. */
  sides: ComparedEffect[][];
}

/** Effects of all sides, one line per tool and what it is about, those that several sides have first. */
export function effectLines(columns: readonly Column[]): EffectLine[] {
  const lines = new Map<string, EffectLine>();
  columns.forEach((column, index) => {
    for (const effect of column.effects) {
      const about = effect.detail;
      const key = JSON.stringify([effect.name, about]);
      const line = lines.get(key) ?? { key, name: effect.name, about, sides: columns.map(() => []) };
      lines.set(key, line);
      line.sides[index]?.push(effect);
    }
  });
  const isShared = ({ sides }: EffectLine) => sides.filter(of => of.length > 0).length > 1;
  return [...lines.values()].toSorted((x, y) => Number(isShared(y)) - Number(isShared(x)));
}
