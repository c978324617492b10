import { z } from 'zod';
import { effectsModeSchema } from '../branch.ts';
import { branchRowSchema, callRowSchema, problemSchema } from '../rows.ts';

/**
 * Branches compared from their common ancestor: what a comparison says, derived on every read and never stored. Lists
 * with one entry per side (`cells`, `results`, `sides`, `values`) are in the order of `columns`. Addresses are of the
 * run of their column.
 */

/** A scene of one column. */
export const placeSchema = z.object({ address: z.string(), scene: z.string(), turn: z.int() });
export type Place = z.infer<typeof placeSchema>;

/** Tokens as the API counts them; `input` is without what came from or went into the cache. */
export const tokenCountsSchema = z.object({
  input: z.number(),
  output: z.number(),
  cacheWrite: z.number(),
  cacheRead: z.number(),
});
export type TokenCounts = z.infer<typeof tokenCountsSchema>;

/** What a stretch of turns took. */
export const spentSchema = z.object({
  turns: z.int(),
  /** All tokens, cached input included. */
  tokens: z.number(),
  /** By kind, of the turns whose replies say so; null where none does. */
  counts: tokenCountsSchema.nullable(),
  /** In US dollars; null where a turn's model has no price or its reply does not say what it used. */
  costUsd: z.number().nullable(),
  /** Models without a price. */
  unpriced: z.array(z.string()),
  /** Time at work, without what lay between a rest and going on; null where nothing says when. */
  durationMs: z.number().nullable(),
});
export type Spent = z.infer<typeof spentSchema>;

/** A call with effects. `waiting`: it stands at the gate, and nothing happened yet. */
export const comparedEffectSchema = z.object({
  name: z.string(),
  /** The key argument on one line. */
  detail: z.string(),
  target: z.string().nullable(),
  kind: z.enum(['real', 'simulated', 'waiting']),
  /** The scene of its call; null where the ledger names none that is here. */
  at: placeSchema.nullable(),
  callId: z.string(),
  /** Other columns, by index, on which the same tool has the same target (none declared: the same detail). Empty: here only. */
  alsoOn: z.array(z.int()),
  /** It happened in turns that a rewind of the branch left behind since: it stays in the world all the same. */
  isLeftBehind: z.boolean(),
});
export type ComparedEffect = z.infer<typeof comparedEffectSchema>;

/** What became of the files of one side since the ancestor; without an ancestor, since its own beginning. */
export const columnFilesSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('known'),
    added: z.int(),
    changed: z.int(),
    deleted: z.int(),
    /** The scene whose files these are: of an end without any, the last one before it that has some. */
    at: placeSchema,
  }),
  z.object({
    state: z.literal('unknown'),
    /** `not-captured`: there is no capture of the end or of the beginning. `damaged`: there is one that cannot be read. */
    why: z.enum(['not-captured', 'capture-failed', 'damaged']),
  }),
]);
export type ColumnFiles = z.infer<typeof columnFilesSchema>;

/** One side with its outcome. */
export const columnSchema = z.object({
  /** As text, see `parseSide`; the run is named only where it is another than the one asked. */
  side: z.string(),
  run: z.string(),
  branch: z.string(),
  /**
   * `branch`: the head of a branch. `scene`: an earlier scene on the way to a head. `superseded`: on a line that a
   * rewind left. `orphan`: on no line.
   */
  kind: z.enum(['branch', 'scene', 'superseded', 'orphan']),
  /** The scene it ends at; null for a branch that has none yet. */
  end: placeSchema.nullable(),
  /** The first words that a person said to it after the ancestor: its plan. */
  plan: z.object({ words: z.string(), at: placeSchema.nullable() }).nullable(),
  /** Of a branch; null for a single scene. */
  state: branchRowSchema.shape.state.nullable(),
  problem: problemSchema.nullable(),
  effectsMode: effectsModeSchema.nullable(),
  model: z.string().nullable(),
  /** Calls that stand at the gate. */
  waiting: z.array(z.object({ name: z.string(), detail: z.string(), at: placeSchema })),
  /** The last reply, where it made no calls. `leftOut`: characters of a long one that are not in `text`. */
  answer: z.object({ text: z.string(), leftOut: z.int(), at: placeSchema }).nullable(),
  /** After the ancestor. */
  spent: spentSchema,
  errors: z.object({ count: z.int(), first: placeSchema.nullable() }),
  damaged: z.object({ count: z.int(), first: placeSchema.nullable() }),
  effects: z.array(comparedEffectSchema),
  files: columnFilesSchema,
});
export type Column = z.infer<typeof columnSchema>;

/** A request setting that is not the same on all sides; a long text is cut, and null where none is set. */
export const settingDifferenceSchema = z.object({
  setting: z.enum(['model', 'system', 'thinking', 'maxTokens', 'tools', 'effects']),
  values: z.array(z.string().nullable()),
});
export type SettingDifference = z.infer<typeof settingDifferenceSchema>;

/** How many tests passed and failed. */
const testTallySchema = z.object({ passed: z.int(), failed: z.int() });
export type TestTally = z.infer<typeof testTallySchema>;

/** How a command ended the last time a side ran it. `unknown`: it has no result. */
export const commandResultSchema = z.object({
  state: z.enum(['passed', 'failed', 'unknown']),
  exitCode: z.int().nullable(),
  /** What a test program counted at its end; null where the output counts nothing. */
  counts: testTallySchema.nullable(),
  /** The first line of the output that says something. */
  summary: z.string(),
  /** How often this side ran it. */
  runs: z.int(),
  at: placeSchema,
});
export type CommandResult = z.infer<typeof commandResultSchema>;

/** A command line that two sides or more ran after the ancestor. Those that run tests come first. */
export const comparedCommandSchema = z.object({
  command: z.string(),
  isTest: z.boolean(),
  results: z.array(commandResultSchema.nullable()),
});
export type ComparedCommand = z.infer<typeof comparedCommandSchema>;

/**
 * What is other in a turn than in the first cell of its row: another tool or another thing that it is about; the same
 * with other arguments; other words of the reply; another result; another model.
 */
export const turnDifferenceSchema = z.enum(['call', 'input', 'result', 'words', 'model']);
export type TurnDifference = z.infer<typeof turnDifferenceSchema>;

const callCellSchema = callRowSchema.pick({ name: true, detail: true, state: true, result: true }).extend({
  /** What a test program counted in its result; absent where it counts nothing. */
  counts: testTallySchema.optional(),
});
export type CallCell = z.infer<typeof callCellSchema>;

/** Marks of a turn that a cell shows; the graph's own words. */
export const cellMarkSchema = z.enum([
  'error',
  'dangling',
  'external',
  'waiting',
  'simulated',
  'damaged',
  'edited',
]);
export type CellMark = z.infer<typeof cellMarkSchema>;

/** A turn of one side. */
export const turnCellSchema = z.object({
  /** The turn's last scene on this side. */
  at: placeSchema,
  /** First words of the reply. */
  words: z.string(),
  /** First words that a person said in it. */
  input: z.string().nullable(),
  calls: z.array(callCellSchema),
  /** Of its reply; null where that is not known. */
  tokens: z.number().nullable(),
  durationMs: z.number().nullable(),
  marks: z.array(cellMarkSchema),
  /** Against the first cell of the row; empty for that cell itself. */
  differences: z.array(turnDifferenceSchema),
});
export type TurnCell = z.infer<typeof turnCellSchema>;

/**
 * Turns that did the like. `same`: on all sides, with nothing other but the model. `alike`: on all sides, the same calls
 * with other words or results (times and durations in them aside). `different`: other calls or inputs. `one-sided`: a
 * side has no turn like it.
 */
export const comparedRowSchema = z.object({
  kind: z.enum(['same', 'alike', 'different', 'one-sided']),
  /** All that its cells differ in. */
  differences: z.array(turnDifferenceSchema),
  cells: z.array(turnCellSchema.nullable()),
});
export type ComparedRow = z.infer<typeof comparedRowSchema>;

/** Where the sides part, and what each did there. */
export const firstDivergenceSchema = z.object({
  /** Index into `rows`. */
  row: z.int(),
  /** `end`: one side has no more turns where another goes on. `no-like`: turns of one side that the other has nothing like. */
  why: z.enum(['call', 'input', 'result', 'words', 'model', 'end', 'no-like']),
  /** What is other, on one line: the call, the argument, the first words of reply or result. Null where a side has nothing there. */
  values: z.array(z.string().nullable()),
  /** The argument that is other, of `input`. */
  argument: z.string().nullable(),
});
export type FirstDivergence = z.infer<typeof firstDivergenceSchema>;

/** A path in the final files of one side. Equal `group` numbers within a path are the same content. */
export const fileOfSideSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('absent') }),
  z.object({ state: z.literal('file'), group: z.int(), sizeBytes: z.number(), mode: z.int() }),
  z.object({ state: z.literal('link'), group: z.int(), target: z.string() }),
  z.object({ state: z.literal('folder'), mode: z.int() }),
  z.object({ state: z.literal('unknown'), why: z.string() }),
]);
export type FileOfSide = z.infer<typeof fileOfSideSchema>;

/** A path that some side changed after the ancestor, or in which the final files differ. */
export const comparedFileSchema = z.object({
  path: z.string(),
  /** Whether all sides hold the same there, content and mode. */
  isSame: z.boolean(),
  sides: z.array(fileOfSideSchema),
  /** What each side did to it since the ancestor; null where it did nothing, or where that is not known. */
  changes: z.array(z.enum(['created', 'changed', 'deleted', 'mode', 'kind']).nullable()),
});
export type ComparedFile = z.infer<typeof comparedFileSchema>;

/** A whole comparison. */
export const comparisonSchema = z.object({
  run: z.string(),
  /**
   * The last scene on the way to every side; null where they have none in common and are compared from their
   * beginnings. Its address is of `ancestor.run`.
   */
  ancestor: placeSchema.extend({ run: z.string() }).nullable(),
  /** What the shared past took: up to the ancestor, counted once. */
  shared: spentSchema,
  columns: z.array(columnSchema),
  settings: z.array(settingDifferenceSchema),
  commands: z.array(comparedCommandSchema),
  rows: z.array(comparedRowSchema),
  firstDivergence: firstDivergenceSchema.nullable(),
  /** Those that are not the same on all sides first, by path. */
  files: z.array(comparedFileSchema),
  /** Paths beyond those in `files`. */
  filesLeftOut: z.int(),
  /** The person's own table of prices, and why it cannot be used where it cannot. */
  prices: z.object({ path: z.string(), problem: problemSchema.nullable() }),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** One file in the final files of one side, for a diff of its text. */
export const fileTextSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('text'), text: z.string(), sizeBytes: z.number(), digest: z.string() }),
  /** Not given as text: it is none, or it is too large. */
  z.object({ state: z.enum(['binary', 'too-large']), sizeBytes: z.number(), digest: z.string() }),
  z.object({ state: z.literal('link'), target: z.string() }),
  z.object({ state: z.literal('folder') }),
  z.object({ state: z.literal('absent') }),
  /** Its capture does not hold it, or there is none. */
  z.object({ state: z.literal('unknown'), why: z.string() }),
]);
export type FileText = z.infer<typeof fileTextSchema>;

/** One path on every side. */
export const fileComparisonSchema = z.object({ path: z.string(), sides: z.array(fileTextSchema) });
export type FileComparison = z.infer<typeof fileComparisonSchema>;
