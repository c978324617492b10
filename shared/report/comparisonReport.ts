import type {
  Column,
  ComparedEffect,
  ComparedFile,
  ComparedRow,
  Comparison,
  FileOfSide,
  SettingDifference,
  TurnCell,
  TurnDifference,
} from '../compare/comparison.ts';
import { kindWords, stateWords, wordsOfFiles, wordsOfResult, wordsOfSpent } from '../compare/outcomeWords.ts';
import { countOf, sizeOf } from '../plainNumbers.ts';
import type { BranchState } from '../rows.ts';
import type { ReportBlock, ReportCell, ReportTone } from './report.ts';

/** What a person put on a branch. */
export interface BranchOpinion {
  branch: string;
  verdict: 'chosen' | 'rejected' | null;
  note: string | null;
}

/** The outcome of each side beside those of the others. */
export function outcomeBlocks(comparison: Comparison, opinions: readonly BranchOpinion[]): ReportBlock[] {
  const { columns, commands, shared, ancestor } = comparison;
  const row = (name: string, cellOf: (column: Column, index: number) => ReportCell): ReportCell[] => [
    { text: name },
    ...columns.map(cellOf),
  ];
  const rows = [
    row('plan', ({ plan }) => ({ text: plan?.words ?? '—' })),
    ...comparison.settings.map(({ setting, values }) =>
      row(settingWords[setting], (_, index) => ({ text: values[index] ?? '—' })),
    ),
    row('state', stateCell),
    row('answer', ({ answer }) => ({ text: answer === null ? '—' : answerText(answer) })),
    ...commands.map(({ command, results }) => [
      { text: command, isCode: true },
      ...columns.map((_, index) => commandCell(results[index] ?? null)),
    ]),
    row('since then', ({ spent }) => ({ text: wordsOfSpent(spent) })),
    row('errors', ({ errors }) => ({
      text: String(errors.count),
      tone: errors.count > 0 ? ('bad' as const) : ('plain' as const),
    })),
    row('effects', ({ effects }) => ({ text: effects.map(effectText).join('\n') || 'none' })),
    row('files', ({ files }) => ({ text: wordsOfFiles(files) })),
    ...opinionRows(comparison, opinions),
  ];
  const past =
    ancestor === null
      ? 'These have no scene in common: each is told from its beginning.'
      : `All come from ${ancestor.address}. What they share until there, counted once: ${wordsOfSpent(shared)}.`;
  return [
    { kind: 'text', text: past },
    { kind: 'table', head: ['', ...columns.map(column => column.side)], rows },
  ];
}

const settingWords: Record<SettingDifference['setting'], string> = {
  model: 'model',
  system: 'system prompt',
  thinking: 'thinking',
  maxTokens: 'longest reply',
  tools: 'tools',
  effects: 'effects mode',
};

const verdictWords = { chosen: 'preferred', rejected: 'rejected' };

function verdictOf(opinion: BranchOpinion | null): string {
  return opinion?.verdict ? verdictWords[opinion.verdict] : '—';
}

/** An opinion is of a whole branch of the run that was asked; a scene or a branch of another run has none here. */
function opinionRows(
  { run: asked, columns }: Comparison,
  opinions: readonly BranchOpinion[],
): ReportCell[][] {
  const of = columns.map(({ run, kind, branch }) =>
    run === asked && kind === 'branch' ? (opinions.find(opinion => opinion.branch === branch) ?? null) : null,
  );
  const verdicts = of.map((opinion): ReportCell => ({ text: verdictOf(opinion) }));
  const notes = of.map((opinion): ReportCell => ({ text: opinion?.note ?? '—' }));
  return [
    ...(of.some(opinion => opinion?.verdict) ? [[{ text: 'verdict' }, ...verdicts]] : []),
    ...(of.some(opinion => opinion?.note) ? [[{ text: 'note' }, ...notes]] : []),
  ];
}

const stateTones: Partial<Record<BranchState, ReportTone>> = {
  done: 'good',
  waiting: 'waiting',
  failed: 'bad',
};

function stateCell({ state, waiting, kind, end }: Column): ReportCell {
  const text = state === null ? kindWords[kind] : stateWords[state];
  const at = end === null ? '' : `, turn ${end.turn}`;
  const questions = waiting.map(({ name, detail }) => `\nat the gate: ${name} ${detail}`).join('');
  return { text: `${text}${at}${questions}`, tone: (state && stateTones[state]) ?? 'plain' };
}

function answerText({ text, leftOut }: NonNullable<Column['answer']>): string {
  return leftOut === 0 ? text : `${text}… (${countOf(leftOut, 'character', 'characters')} more)`;
}

function commandCell(result: Comparison['commands'][number]['results'][number]): ReportCell {
  if (result === null) return { text: 'not run', tone: 'dim' };
  const tone = result.state === 'passed' ? 'good' : result.state === 'failed' ? 'bad' : 'dim';
  return { text: `${result.state}: ${wordsOfResult(result)}`, tone };
}

function effectText({ name, detail, target, kind, alsoOn, isLeftBehind }: ComparedEffect): string {
  const what = [name, target ?? detail].filter(part => part !== '').join(' ');
  const how = kind === 'real' ? '' : kind === 'simulated' ? ', simulated' : ', waits at the gate';
  const past = isLeftBehind ? ', in a turn that was left behind' : '';
  return `${what}${how}${past}${alsoOn.length > 0 ? ', elsewhere too' : ', here only'}`;
}

/** The aligned turns; stretches that are the same on all sides are one line with their number. */
export function turnBlocks({ rows, columns, firstDivergence }: Comparison): ReportBlock[] {
  const lines: ReportCell[][] = [];
  let same = 0;
  const endSame = () => {
    if (same > 0)
      lines.push([{ text: '=' }, { text: `${countOf(same, 'turn', 'turns')} alike`, tone: 'dim' }]);
    same = 0;
  };
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'same') {
      same += 1;
      continue;
    }
    endSame();
    lines.push(rowCells(row, index === firstDivergence?.row));
  }
  endSame();
  const head = ['', ...columns.map(column => column.side)];
  const table: ReportBlock = { kind: 'table', head, rows: lines };
  return lines.length === 0 ? [{ kind: 'text', text: 'No turn after the common past.' }] : [table];
}

const differenceWords: Record<TurnDifference, string> = {
  call: 'other call',
  input: 'other input',
  result: 'other result',
  words: 'other words',
  model: 'other model',
};

function rowCells({ differences, cells }: ComparedRow, isFirst: boolean): ReportCell[] {
  const what = differences.map(difference => differenceWords[difference]).join(', ');
  const name = isFirst ? `first divergence\n${what}` : what;
  return [{ text: name.trim() }, ...cells.map(turnCell)];
}

function turnCell(cell: TurnCell | null): ReportCell {
  if (cell === null) return { text: 'nothing like it', tone: 'dim' };
  const calls = cell.calls.map(
    ({ name, detail, state, result }) =>
      `${name} ${detail}${result === null ? ` (${state})` : `\n  ${state === 'error' ? 'error: ' : ''}${result}`}`,
  );
  const tone = cell.marks.includes('error') ? 'bad' : cell.marks.includes('waiting') ? 'waiting' : 'plain';
  return { text: [`turn ${cell.at.turn}`, cell.words, ...calls].filter(Boolean).join('\n'), tone };
}

/** What the files of the sides are at the end, as far as they differ. */
export function fileBlocks({ files, filesLeftOut, columns }: Comparison): ReportBlock[] {
  const different = files.filter(file => !file.isSame);
  const agreed = files.length - different.length;
  const head = ['', ...columns.map(column => column.side)];
  const rows = different.map((file): ReportCell[] => [
    { text: file.path, isCode: true },
    ...file.sides.map((side, index) => ({ text: fileText(side, file.changes[index] ?? null) })),
  ]);
  const blocks: ReportBlock[] = different.length === 0 ? [] : [{ kind: 'table', head, rows }];
  if (agreed > 0) {
    blocks.push({ kind: 'text', text: `${countOf(agreed, 'file', 'files')} changed alike on all sides.` });
  }
  if (filesLeftOut > 0) blocks.push({ kind: 'text', text: `${filesLeftOut} more are not listed.` });
  return blocks.length === 0 ? [{ kind: 'text', text: 'No file differs.' }] : blocks;
}

function fileText(side: FileOfSide, change: ComparedFile['changes'][number]): string {
  const changed = change === null ? '' : `${change}, `;
  switch (side.state) {
    case 'absent':
      return change === null ? 'not there' : `${change}, not there`;
    case 'file':
      return `${changed}${sizeOf(side.sizeBytes)}, content ${side.group}`;
    case 'link':
      return `${changed}link to ${side.target}`;
    case 'folder':
      return `${changed}folder`;
    case 'unknown':
      return `not known: ${side.why}`;
  }
}

/** Each effect of each side, and whether others have it too. */
export function effectBlocks({ columns }: Comparison): ReportBlock[] {
  const rows = columns.flatMap(({ side, effects }) =>
    effects.map((effect): ReportCell[] => [
      { text: side },
      { text: `${effect.name} ${effect.detail}`.trim() },
      { text: effect.target ?? '—' },
      { text: effect.kind, tone: effect.kind === 'waiting' ? 'waiting' : 'plain' },
      { text: effect.alsoOn.map(index => columns[index]?.side ?? '').join(', ') || 'here only' },
      { text: effect.at === null ? '—' : String(effect.at.turn) },
    ]),
  );
  const head = ['', 'call', 'target', 'how', 'also on', 'turn'];
  return rows.length === 0
    ? [{ kind: 'text', text: 'No call had an effect outside.' }]
    : [{ kind: 'table', head, rows }];
}
