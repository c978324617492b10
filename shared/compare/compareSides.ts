import { formatAddress } from '../address.ts';
import type { RequestSettings } from '../checkpoint.ts';
import { type Messages, textOfMessage } from '../message.ts';
import type { SceneRow } from '../rows.ts';
import { addressOf } from '../runGraph.ts';
import { callDetail } from '../sceneRow.ts';
import { effectsOfSide, LedgerRows, openQuestions, withOverlap } from './columnEffects.ts';
import { comparedCommands } from './commandResults.ts';
import { columnFiles, comparedFiles, type FilesOfSide } from './comparedFiles.ts';
import { comparedRows } from './comparedRows.ts';
import type { Column, Comparison, Place } from './comparison.ts';
import { firstDivergence } from './firstDivergence.ts';
import { settingDifferences } from './settingDifferences.ts';
import { type SideLine, scenesAfter, sharedLength } from './sideLine.ts';
import { type PriceOfModel, spentOn } from './spent.ts';
import { contentsOf, type Step, type StepContent, stepsOf } from './step.ts';
import { cellOf, inputOf } from './turnCell.ts';

/** One side with what was read of it beside its rows. */
export interface ReadSide {
  /** As text, see `formatSide`. */
  text: string;
  line: SideLine;
  /** The messages of its end, or null where that cannot be read. */
  messages: Messages | null;
  /** What its next request is asked with, or its last one was. */
  request: RequestSettings | null;
  /** Words of the person that the next request takes in. */
  pendingInput: string | null;
  files: FilesOfSide;
}

/** The scene that all lines came through last, or null. */
export function ancestorOf(lines: readonly SideLine[]): SceneRow | null {
  const length = sharedLength(lines.map(({ line }) => line));
  return length === 0 ? null : (lines[0]?.line[length - 1] ?? null);
}

/**
 * Compares branches, and scenes, from their common ancestor. Pure; subagents work inside the turns that called them and
 * are no turns of their own.
 * @param run the run that is asked
 * @param paths all that is of interest in the sides' files
 */
export function compareSides(
  run: string,
  sides: readonly ReadSide[],
  paths: Iterable<string>,
  priceOf: PriceOfModel,
): Omit<Comparison, 'prices'> {
  const ancestor = ancestorOf(sides.map(({ line }) => line));
  const turns = sides.map(side => turnsOf(side, ancestor));
  const rows = comparedRows(turns);
  const effects = withOverlap(
    turns.map(({ side, contents, ledger }) => effectsOfSide(side.line, contents, ledger)),
  );
  const first = sides[0];
  return {
    run,
    ancestor: first && ancestor ? placeOfAncestor(first, ancestor) : null,
    shared: sharedPast(first, ancestor, priceOf),
    columns: turns.map((turn, index) => columnOf(turn, effects[index] ?? [], priceOf)),
    settings: settingDifferences(
      sides.map(({ request, line }) => ({
        request,
        model: modelOf(line),
        effects: line.branchRow?.effects ?? null,
      })),
    ),
    commands: comparedCommands(turns.map(({ side, contents }) => ({ side: side.line, contents }))),
    rows: rows.map(({ row }) => row),
    firstDivergence: firstDivergence(rows),
    ...comparedFiles(
      paths,
      sides.map(({ files }) => files),
    ),
  };
}

interface TurnsOfSide {
  side: ReadSide;
  contents: readonly StepContent[];
  cells: readonly ReturnType<typeof cellOf>[];
  /** What the calls of each turn wrote into the ledger. */
  ledger: readonly ReturnType<LedgerRows['ofStep']>[];
}

function turnsOf(side: ReadSide, ancestor: SceneRow | null): TurnsOfSide {
  const { line, messages } = side;
  const contents = contentsOf(stepsOf(scenesAfter(line.line, ancestor), ancestor), messages);
  const ledgers = new LedgerRows(line.rows.effects);
  const ledger = contents.map(({ step }) => ledgers.ofStep(step));
  const cells = contents.map((content, index) => cellOf(content, line, ledger[index] ?? []));
  return { side, contents, cells, ledger };
}

/** As a person would write it: the branch that it lies on, not one of those that came through it. */
function placeOfAncestor(
  { line: { rows, graph } }: ReadSide,
  ancestor: SceneRow,
): NonNullable<Comparison['ancestor']> {
  const { id: scene, turn } = ancestor;
  return { address: formatAddress(addressOf(graph, ancestor)), scene, turn, run: rows.run.id };
}

function modelOf({ branchRow, line }: SideLine): string | null {
  return branchRow?.model ?? line.at(-1)?.model ?? null;
}

function sharedPast(side: ReadSide | undefined, ancestor: SceneRow | null, priceOf: PriceOfModel) {
  const scenes = side?.line.line ?? [];
  const past = ancestor === null ? [] : scenes.slice(0, scenes.indexOf(ancestor) + 1);
  return spentOn(stepsOf(past, null), side?.line.graph ?? null, priceOf);
}

function columnOf(
  { side, contents }: TurnsOfSide,
  effects: Column['effects'],
  priceOf: PriceOfModel,
): Column {
  const { line } = side;
  const { branchRow, placeOf, rows } = line;
  const steps = contents.map(({ step }) => step);
  const end = line.line.at(-1);
  return {
    side: side.text,
    run: rows.run.id,
    branch: line.branch,
    kind: line.kind,
    end: end ? placeOf(end) : null,
    plan: planOf(side, steps),
    state: branchRow?.state ?? null,
    problem: branchRow?.problem ?? end?.problem ?? null,
    effectsMode: branchRow?.effects ?? null,
    model: modelOf(line),
    waiting: openQuestions(line).flatMap(({ name, input, scene }) => {
      const row = line.graph.scenes.get(scene);
      return row ? [{ name, detail: callDetail(input), at: placeOf(row) }] : [];
    }),
    answer: answerOf(side),
    spent: spentOn(steps, line.graph, priceOf),
    errors: errorsOf(steps, placeOf),
    damaged: damagedOf(steps, placeOf),
    effects,
    files: columnFiles(side.files),
  };
}

/** The first words said behind the ancestor: on the branch itself, else on one that it came through. */
function planOf({ line, pendingInput }: ReadSide, steps: readonly Step[]): Column['plan'] {
  const told = steps.filter(step => step.turn > 0 && inputOf(step) !== null);
  const own = told.find(step => step.last.branch === line.branch);
  if (!own && pendingInput !== null) return { words: pendingInput, at: null };
  const step = own ?? told[0];
  return step ? { words: inputOf(step) ?? '', at: line.placeOf(step.last) } : null;
}

/** A longer answer is looked at in its scene. */
const answerShown = 20_000;

function answerOf({ line, messages }: ReadSide): Column['answer'] {
  const end = line.line.at(-1);
  if (!end || end.problem !== null || end.turn === 0 || end.calls.length > 0) return null;
  const reply = messages?.findLast(message => message.role === 'assistant');
  const text = reply ? textOfMessage(reply) : end.words;
  if (text.trim() === '') return null;
  const shown = text.slice(0, answerShown);
  return { text: shown, leftOut: text.length - shown.length, at: line.placeOf(end) };
}

type PlaceOf = (row: SceneRow) => Place;

function errorsOf(steps: readonly Step[], placeOf: PlaceOf): Column['errors'] {
  const failed = (step: Step) => step.last.calls.filter(call => call.state === 'error').length;
  const first = steps.find(step => failed(step) > 0);
  const count = steps.reduce((sum, step) => sum + failed(step), 0);
  return { count, first: first ? placeOf(first.last) : null };
}

function damagedOf(steps: readonly Step[], placeOf: PlaceOf): Column['damaged'] {
  const scenes = steps.flatMap(({ a, b }) => [a, b].filter(row => row !== null && row.problem !== null));
  const first = scenes[0];
  return { count: scenes.length, first: first ? placeOf(first) : null };
}
