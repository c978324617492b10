/**
 * A report as plain data: what a comparison or a diff says, in blocks that every format draws in its own way. Texts are
 * as the run held them, apart from masked secrets; each format escapes them.
 */
export interface Report {
  title: string;
  /** What was looked at and when, on a line each. */
  about: readonly string[];
  blocks: readonly ReportBlock[];
}

/** How a text is meant: changed lines and outcomes have a sign beside their colour. */
export type ReportTone = 'plain' | 'good' | 'bad' | 'waiting' | 'dim';

export interface ReportCell {
  text: string;
  tone?: ReportTone;
  /** Set in letters of one width: names of calls, paths. */
  isCode?: boolean;
}

/** A line of a text that is compared. Its parts say which words differ. */
export interface ReportLine {
  kind: 'same' | 'added' | 'removed';
  parts: readonly { isMarked: boolean; text: string }[];
}

export type ReportBlock =
  | { kind: 'heading'; text: string; level: 2 | 3 }
  | { kind: 'text'; text: string; tone?: ReportTone }
  /** `head` names the columns; the first cell of each row names the row. */
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly ReportCell[])[] }
  | { kind: 'lines'; lines: readonly ReportLine[] }
  /** What stands aside until it is asked for. */
  | { kind: 'folded'; summary: string; blocks: readonly ReportBlock[] };
