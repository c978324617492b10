import type { LineDiff, TextPart } from '../../shared/diff/diffText.ts';

const lineKinds = ['same', 'added', 'removed'] as const;
type LineKind = (typeof lineKinds)[number];

/**
 * The lines of a text diff in columns: they cross from a worker without being copied, and forty thousand of them cost
 * the page next to nothing until they are drawn. The texts stay where they are.
 */
export interface LineTable {
  /** Places in `lineKinds`. */
  kinds: Uint8Array<ArrayBuffer>;
  /** Numbers of the lines on both sides, from 1; 0 where a side has none. */
  leftLines: Uint32Array<ArrayBuffer>;
  rightLines: Uint32Array<ArrayBuffer>;
  /** Of lines that both sides have in part: which words differ, by place in the table. */
  marked: Map<number, TextPart[]>;
}

/** Puts lines into columns. */
export function toLineTable(lines: readonly LineDiff[]): LineTable {
  const marked = new Map<number, TextPart[]>();
  lines.forEach(({ kind, parts }, index) => {
    if (parts.length !== 1 || parts[0]?.kind !== kind) marked.set(index, parts);
  });
  return {
    kinds: Uint8Array.from(lines, line => lineKinds.indexOf(line.kind)),
    leftLines: Uint32Array.from(lines, line => line.leftLine ?? 0),
    rightLines: Uint32Array.from(lines, line => line.rightLine ?? 0),
    marked,
  };
}

/** What moves to the other thread instead of being copied. */
export function buffersOf({ kinds, leftLines, rightLines }: LineTable): ArrayBuffer[] {
  return [kinds.buffer, leftLines.buffer, rightLines.buffer];
}

/** The kind of a line of the table. */
export function kindOfLine(table: LineTable, index: number): LineKind {
  return lineKinds[table.kinds[index] ?? 0] ?? 'same';
}

/** The texts that were compared, by lines. */
export interface ComparedLines {
  left: readonly string[];
  right: readonly string[];
}

/** A line of the table with its words. What both sides have reads as it does on the right. */
export function lineAt(table: LineTable, texts: ComparedLines, index: number): LineDiff {
  const kind = kindOfLine(table, index);
  const leftLine = table.leftLines[index] || null;
  const rightLine = table.rightLines[index] || null;
  const text = rightLine === null ? texts.left[(leftLine ?? 0) - 1] : texts.right[rightLine - 1];
  const parts = table.marked.get(index) ?? [{ kind, text: text ?? '' }];
  return { kind, leftLine, rightLine, parts };
}
