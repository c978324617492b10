import type {
  Column,
  CommandResult,
  ComparedEffect,
  Comparison,
  FileOfSide,
  FirstDivergence,
} from '../../shared/compare/comparison.ts';
import {
  kindWords,
  stateWords,
  wordsOfFiles,
  wordsOfResult,
  wordsOfSpent,
} from '../../shared/compare/outcomeWords.ts';
import { wordsOfProblem } from '../../shared/errorWords.ts';
import { turnRows } from './comparedTurnLines.ts';
import { paint } from './paint.ts';
import { linesOfSides, type SideCell, type SideRow } from './sideTable.ts';
import { counted, more } from './textLayout.ts';
import { visibleText } from './visibleText.ts';

const FILES_SHOWN = 40;

/** A comparison for the terminal. @param width in characters @param isAll also turns in which nothing differs */
export function linesOfComparison(comparison: Comparison, width: number, isAll: boolean): string[] {
  const names = comparison.columns.map(column => column.side);
  const table = (rows: readonly SideRow[]) => (rows.length === 0 ? [] : linesOfSides(names, rows, width));
  return [
    lineOfAncestor(comparison),
    '',
    ...table(outcomeRows(comparison)),
    ...headed('Turns', table(turnRows(comparison, isAll)), lineOfDivergence(comparison)),
    ...headed('Effects', table(effectRows(comparison))),
    ...headed('Files', table(fileRows(comparison))),
    ...linesOfPrices(comparison),
  ];
}

function headed(title: string, lines: readonly string[], note = ''): string[] {
  if (lines.length === 0) return [];
  return ['', [paint.bold(title), note].filter(Boolean).join('  '), ...lines];
}

function lineOfAncestor({ ancestor, shared, run }: Comparison): string {
  if (ancestor === null) return 'No common ancestor: compared from their beginnings.';
  const place = ancestor.run === run ? ancestor.address : `${ancestor.run}/${ancestor.address}`;
  return `From ${paint.bold(visibleText(place))}; shared before it: ${wordsOfSpent(shared)}`;
}

function outcomeRows({ columns, settings, commands }: Comparison): SideRow[] {
  const row = (label: string, cellOf: (column: Column) => SideCell | null): SideRow[] => {
    const cells = columns.map(cellOf);
    return cells.every(cell => cell === null) ? [] : [{ label, cells }];
  };
  return [
    ...row('said', ({ plan }) => plan && { text: `“${plan.words}”` }),
    ...settings.map(({ setting, values }) => ({
      label: setting,
      cells: values.map(value => (value === null ? null : { text: value })),
    })),
    ...row('state', stateCell),
    ...row('answer', ({ answer }) => answer && { text: `“${answer.text}”` }),
    ...commands.map(({ command, isTest, results }) => ({
      label: isTest ? 'tests' : 'command',
      cells: results.map(resultCell),
      note: command,
    })),
    ...row('after it', ({ spent }) => ({ text: wordsOfSpent(spent) })),
    ...row('errors', ({ errors }) =>
      errors.count === 0
        ? null
        : { text: `${errors.count}, first ${errors.first?.address ?? ''}`, look: paint.red },
    ),
    ...row('damaged', ({ damaged }) =>
      damaged.count === 0
        ? null
        : {
            text: `${counted(damaged.count, 'scene')}, first ${damaged.first?.address ?? ''}`,
            look: paint.red,
          },
    ),
    ...row('files', ({ files }) => ({
      text: wordsOfFiles(files),
      ...(files.state === 'unknown' && { look: paint.dim }),
    })),
  ];
}

function stateCell({ state, kind, end, problem }: Column): SideCell {
  const where = end === null ? 'no scene yet' : end.address;
  const words = `${state === null ? kindWords[kind] : stateWords[state]} (${where})`;
  const why = problem === null ? '' : ` ${wordsOfProblem(problem)}`;
  const look = state === 'done' ? paint.green : state === 'waiting' ? paint.yellow : undefined;
  return { text: words + why, ...(look && { look }) };
}

function resultCell(result: CommandResult | null): SideCell | null {
  if (result === null) return null;
  const looks = { passed: paint.green, failed: paint.red, unknown: paint.yellow };
  return { text: wordsOfResult(result), look: looks[result.state] };
}

/** One line per thing in the world, whoever acts on it. */
function effectRows({ columns }: Comparison): SideRow[] {
  const rows = new Map<string, SideCell[][]>();
  columns.forEach(({ effects }, index) => {
    for (const effect of effects) {
      const key = `${effect.name} ${effect.detail}`;
      const cells = rows.get(key) ?? columns.map(() => []);
      cells[index]?.push(effectCell(effect));
      rows.set(key, cells);
    }
  });
  return [...rows].map(([key, cells]) => ({
    label: key,
    cells: cells.map(joinedCell),
  }));
}

function joinedCell(cells: readonly SideCell[]): SideCell | null {
  const [first] = cells;
  return first ? { ...first, text: cells.map(({ text }) => text).join(', ') } : null;
}

function effectCell({ kind, at, isLeftBehind }: ComparedEffect): SideCell {
  const words = { real: 'done', simulated: 'simulated', waiting: 'waits at the gate' };
  const where = at === null ? '' : ` (turn ${at.turn})`;
  const left = isLeftBehind ? ', before a rewind' : '';
  return { text: `${words[kind]}${where}${left}`, ...(kind === 'simulated' ? {} : { look: paint.yellow }) };
}

function fileRows({ files, filesLeftOut }: Comparison): SideRow[] {
  const differing = files.filter(file => !file.isSame);
  const same = files.length - differing.length;
  const rows = differing.slice(0, FILES_SHOWN).map(({ path, sides, changes }) => ({
    label: path,
    cells: sides.map((side, index) => fileCell(side, changes[index] ?? null, sides.length)),
  }));
  return [
    ...rows,
    ...more(differing.length - rows.length + filesLeftOut, 'file', '').map(line => ({ line })),
    ...(same > 0 ? [{ line: paint.dim(`${counted(same, 'file')} changed alike on all sides`) }] : []),
  ];
}

/** Of more than two sides, the number tells which of them hold the same. */
function fileCell(
  side: FileOfSide,
  change: Comparison['files'][number]['changes'][number],
  sides: number,
): SideCell {
  const which = 'group' in side && sides > 2 ? ` [${side.group}]` : '';
  if (change === 'created') return { text: `added${which}`, look: paint.green };
  if (change === 'deleted') return { text: 'deleted', look: paint.red };
  if (change === 'mode') return { text: `mode changed${which}`, look: paint.yellow };
  if (change !== null) return { text: `changed${which}`, look: paint.yellow };
  if (side.state === 'unknown') return { text: `not known (${side.why})`, look: paint.dim };
  return { text: side.state === 'absent' ? 'not there' : `as it was${which}`, look: paint.dim };
}

const whyWords: Record<FirstDivergence['why'], string> = {
  call: 'other calls',
  input: 'another input',
  result: 'another result',
  words: 'other words only',
  model: 'another model only',
  end: 'one side has no more turns',
  'no-like': 'nothing like it on the other side',
};

function lineOfDivergence({ firstDivergence, rows }: Comparison): string {
  if (firstDivergence === null) return paint.dim('nothing differs');
  const { row, why, argument, values } = firstDivergence;
  const turns = rows[row]?.cells.map(cell => cell?.at.turn ?? '–').join(' | ') ?? '';
  const what = argument === null ? whyWords[why] : `${whyWords[why]}, ${visibleText(argument)}`;
  const said = why === 'input' || why === 'result' ? `: ${values.map(shown).join(' ≠ ')}` : '';
  return `first divergence at turn ${turns}: ${what}${said}`;
}

function shown(value: string | null): string {
  return value === null ? '–' : visibleText(value);
}

function linesOfPrices({ prices }: Comparison): string[] {
  if (prices.problem === null) return [];
  return ['', paint.yellow(`No costs: ${wordsOfProblem(prices.problem)} (${visibleText(prices.path)})`)];
}
