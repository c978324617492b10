import { z } from 'zod';
import { type CallRow, callRowSchema } from '../rows.ts';
import {
  badColumn,
  numberRunsSchema,
  ofLength,
  runsOf,
  runsSchema,
  textOrNullRunsSchema,
  textRunsSchema,
  textsSchema,
  valuesOf,
} from './columns.ts';

const fields = callRowSchema.shape;

/** The calls of scenes. A turn's B has the calls of its A, which then stand there once; how they ended, of each scene. */
export const callColumnsSchema = z.object({
  /** Calls of each scene; `SAME_CALLS` where they are those of the scene before. */
  counts: numberRunsSchema,
  id: textsSchema,
  name: textRunsSchema,
  detail: textsSchema,
  toolClass: runsSchema(fields.toolClass),
  state: runsSchema(fields.state),
  result: textOrNullRunsSchema,
});
type CallColumns = z.infer<typeof callColumnsSchema>;

const SAME_CALLS = -1;

/** @param scenes the calls of each scene, in order */
export function callColumnsOf(scenes: readonly CallRow[][]): CallColumns {
  const counts = scenes.map((calls, index) =>
    areSameCalls(scenes[index - 1], calls) ? SAME_CALLS : calls.length,
  );
  const own = scenes.flatMap((calls, index) => (counts[index] === SAME_CALLS ? [] : calls));
  const all = scenes.flat();
  return {
    counts: runsOf(counts),
    id: own.map(call => call.id),
    name: runsOf(own.map(call => call.name)),
    detail: own.map(call => call.detail),
    toolClass: runsOf(own.map(call => call.toolClass)),
    state: runsOf(all.map(call => call.state)),
    result: runsOf(all.map(call => call.result)),
  };
}

/** The calls of each scene again. @throws ForkpointError `bad-shape` */
export function callsFromColumns(columns: CallColumns, sceneCount: number): CallRow[][] {
  const heads = headsOf(columns, sceneCount);
  const total = heads.reduce((sum, calls) => sum + calls.length, 0);
  const states = valuesOf(columns.state, total, 'calls.state');
  const results = valuesOf(columns.result, total, 'calls.result');
  let at = 0;
  return heads.map(calls =>
    calls.map(head => {
      const [state, result] = [states[at], results[at]];
      at += 1;
      if (state === undefined || result === undefined) throw badColumn('calls', 'it ends early');
      return { ...head, state, result };
    }),
  );
}

type CallHead = Omit<CallRow, 'state' | 'result'>;

function headsOf({ counts, id, detail, ...runs }: CallColumns, sceneCount: number): CallHead[][] {
  const names = valuesOf(runs.name, id.length, 'calls.name');
  const classes = valuesOf(runs.toolClass, id.length, 'calls.toolClass');
  const details = ofLength(detail, id.length, 'calls.detail');
  const own = id.map((callId, at): CallHead => {
    const [name, text, toolClass] = [names[at], details[at], classes[at]];
    if (name === undefined || text === undefined || !toolClass) throw badColumn('calls', 'it ends early');
    return { id: callId, name, detail: text, toolClass };
  });
  let from = 0;
  let before: CallHead[] = [];
  return valuesOf(counts, sceneCount, 'calls.counts').map(count => {
    if (count !== SAME_CALLS) {
      before = own.slice(from, from + count);
      if (before.length !== count) throw badColumn('calls.counts', 'it counts more calls than there are');
      from += count;
    }
    return before;
  });
}

function areSameCalls(before: readonly CallRow[] | undefined, calls: readonly CallRow[]): boolean {
  if (!before || calls.length === 0 || before.length !== calls.length) return false;
  return calls.every((call, at) => {
    const { id, name, detail, toolClass } = before[at] ?? {};
    return call.id === id && call.name === name && call.detail === detail && call.toolClass === toolClass;
  });
}
