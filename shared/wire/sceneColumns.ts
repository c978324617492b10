import { z } from 'zod';
import type { Point } from '../checkpoint.ts';
import { type SceneRow, sceneRowSchema } from '../rows.ts';
import { callColumnsSchema, callsFromColumns } from './callColumns.ts';
import {
  badColumn,
  numberRunsSchema,
  numbersSchema,
  ofLength,
  positionsOf,
  type Runs,
  referenced,
  referencesSchema,
  referencesTo,
  runsOf,
  runsSchema,
  textOrNullRunsSchema,
  textRunsSchema,
  textsSchema,
  valuesOf,
} from './columns.ts';

const fields = sceneRowSchema.shape;

export const sceneColumnsSchema = z.object({
  id: textsSchema,
  parent: referencesSchema,
  /** A letter for each. */
  point: z.string(),
  messageCount: numbersSchema,
  provenance: z.object({ file: textOrNullRunsSchema, line: numbersSchema }),
  branch: textRunsSchema,
  turn: numberRunsSchema,
  file: textRunsSchema,
  folderOfMove: runsSchema(fields.folderOfMove),
  savedAt: textOrNullRunsSchema,
  begunAt: textOrNullRunsSchema,
  model: textOrNullRunsSchema,
  stopReason: textOrNullRunsSchema,
  usage: runsSchema(fields.usage),
  tokensUsed: numberRunsSchema,
  words: textRunsSchema,
  input: textOrNullRunsSchema,
  flags: runsSchema(fields.flags),
  capture: runsSchema(fields.capture),
  problem: runsSchema(fields.problem),
  calls: callColumnsSchema,
});
type SceneColumns = z.infer<typeof sceneColumnsSchema>;

/** Scenes as columns, without their calls, which are as much again. */
export function sceneColumnsOf(scenes: readonly SceneRow[]): Omit<SceneColumns, 'calls'> {
  const id = scenes.map(scene => scene.id);
  const runs = <K extends keyof SceneRow>(key: K): Runs<SceneRow[K]> =>
    runsOf(scenes.map(scene => scene[key]));
  return {
    id,
    parent: referencesTo(
      positionsOf(id),
      scenes.map(scene => scene.parent),
    ),
    point: scenes.map(scene => scene.point).join(''),
    messageCount: scenes.map(scene => scene.messageCount),
    provenance: {
      file: runsOf(scenes.map(scene => scene.provenance?.file ?? null)),
      line: scenes.map(scene => scene.provenance?.line ?? 0),
    },
    branch: runs('branch'),
    turn: runs('turn'),
    file: runs('file'),
    folderOfMove: runs('folderOfMove'),
    savedAt: runs('savedAt'),
    begunAt: runsOf(scenes.map(scene => scene.begunAt ?? null)),
    model: runs('model'),
    stopReason: runs('stopReason'),
    usage: runs('usage'),
    tokensUsed: runs('tokensUsed'),
    words: runs('words'),
    input: runs('input'),
    flags: runs('flags'),
    capture: runs('capture'),
    problem: runs('problem'),
  };
}

/** The scenes again. @throws ForkpointError `bad-shape` */
export function scenesFromColumns(columns: SceneColumns): SceneRow[] {
  const { id } = columns;
  const count = id.length;
  const parents = ofLength(referenced(columns.parent, id, 'parent'), count, 'parent');
  const points = ofLength([...columns.point], count, 'point');
  const counts = ofLength(columns.messageCount, count, 'messageCount');
  const files = valuesOf(columns.provenance.file, count, 'provenance.file');
  const lines = ofLength(columns.provenance.line, count, 'provenance.line');
  const calls = callsFromColumns(columns.calls, count);
  const column = <T>(key: keyof SceneRow, runs: Runs<T>) => valuesOf(runs, count, key);
  const branches = column('branch', columns.branch);
  const turns = column('turn', columns.turn);
  const places = column('file', columns.file);
  const folders = column('folderOfMove', columns.folderOfMove);
  const savedAts = column('savedAt', columns.savedAt);
  const begunAts = column('begunAt', columns.begunAt);
  const models = column('model', columns.model);
  const stopReasons = column('stopReason', columns.stopReason);
  const usages = column('usage', columns.usage);
  const tokens = column('tokensUsed', columns.tokensUsed);
  const words = column('words', columns.words);
  const inputs = column('input', columns.input);
  const flags = column('flags', columns.flags);
  const captures = column('capture', columns.capture);
  const problems = column('problem', columns.problem);
  // Every column has a value for each scene by now: what follows `??` is for the compiler alone.
  return id.map(
    (sceneId, at): SceneRow => ({
      id: sceneId,
      branch: branches[at] ?? '',
      turn: turns[at] ?? 0,
      point: pointFrom(points[at]),
      parent: parents[at] ?? null,
      file: places[at] ?? '',
      folderOfMove: folders[at] ?? null,
      savedAt: savedAts[at] ?? null,
      ...begunAtFrom(begunAts[at] ?? null),
      model: models[at] ?? null,
      stopReason: stopReasons[at] ?? null,
      usage: usages[at] ?? null,
      tokensUsed: tokens[at] ?? 0,
      messageCount: counts[at] ?? 0,
      words: words[at] ?? '',
      input: inputs[at] ?? null,
      calls: calls[at] ?? [],
      flags: flags[at] ?? [],
      capture: captures[at] ?? null,
      problem: problems[at] ?? null,
      provenance: provenanceFrom(files[at] ?? null, lines[at] ?? 0),
    }),
  );
}

function begunAtFrom(begunAt: string | null): Pick<SceneRow, 'begunAt'> {
  return begunAt === null ? {} : { begunAt };
}

function provenanceFrom(file: string | null, line: number): SceneRow['provenance'] {
  return file === null ? null : { file, line };
}

function pointFrom(letter: string | undefined): Point {
  if (letter === 'A' || letter === 'B') return letter;
  throw badColumn('point', `${letter} is no save point`);
}
