import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { parseAddress } from '../../shared/address.ts';
import type { About, ReplyOf, SceneReply } from '../../shared/api.ts';
import { ForkpointError, type Problem, problemFromError } from '../../shared/errors.ts';
import { sceneTooLarge, wholeSceneLimit } from '../../shared/leftOut.ts';
import type { RunSummary, SceneRow } from '../../shared/rows.ts';
import { applyEvents, type RunState } from '../../shared/runEvent.ts';
import { type RunGraph, sceneAt } from '../../shared/runGraph.ts';
import { runFromWire } from '../../shared/wire/runOnWire.ts';
import { callRoute } from './client.ts';
import { errorFromWire } from './errorFromWire.ts';
import { eventsDuring } from './eventsInFlight.ts';
import { graphOf } from './graphOf.ts';
import { queryKeys } from './queryKeys.ts';
import { readingStore } from './reading.ts';

/** What a hook of this file gives: not there yet, a problem (with a way to try again where that may help), or the value. */
export type Loaded<T> =
  | { status: 'loading' }
  | { status: 'problem'; problem: Problem; retry: (() => void) | undefined }
  | { status: 'ready'; value: T };

export type DiffReply = ReplyOf<'getDiff'>;
export type MessagesReply = ReplyOf<'getMessages'>;
export type FilesReply = ReplyOf<'getFiles'>;
export type SceneFileReply = ReplyOf<'getSceneFile'>;

/** Version, key, scenarios and the data folder of the server. */
export function useAbout(): Loaded<About> {
  return loadedFrom(useQuery({ queryKey: queryKeys.about, queryFn: () => callRoute('about') }));
}

/** All runs, kept fresh by the event stream. */
export function useRuns(): Loaded<RunSummary[]> {
  const queryFn = async () => (await callRoute('listRuns')).runs;
  return loadedFrom(useQuery({ queryKey: queryKeys.runs, queryFn }));
}

/** The rows of a run with the graph derived from them; grows with the event stream. */
export function useRun(run: string): Loaded<{ state: RunState; graph: RunGraph }> {
  const loaded = loadedFrom(useQuery({ queryKey: queryKeys.run(run), queryFn: () => fetchRun(run) }));
  if (loaded.status !== 'ready') return loaded;
  return { status: 'ready', value: { state: loaded.value, graph: graphOf(loaded.value) } };
}

/**
 * A scene whole. The address is looked up in the graph, and the scene cached by its id: where an address leads to
 * changes with a rewind, a scene does not.
 */
export function useScene(run: string, address: string): Loaded<SceneReply> {
  const place = usePlaces(run, [address]);
  const id = place.status === 'ready' ? (place.value[0]?.id ?? '') : '';
  const query = useQuery({
    queryKey: queryKeys.scene(run, id),
    queryFn: () => callRoute('getScene', { params: { run, address: `@${id}` } }),
    enabled: id !== '',
  });
  return place.status === 'ready' ? loadedFrom(query) : place;
}

/**
 * A scene to its last character, of which the long parts of its past may have been left out so far. What is too large
 * for a page is a problem, and is not asked for.
 */
export function useWholeScene(run: string, reply: SceneReply, enabled = true): Loaded<SceneReply> {
  const { id } = reply.row;
  const { leftOut: characters = 0 } = reply;
  const isTooLarge = characters > wholeSceneLimit;
  const query = useQuery({
    queryKey: queryKeys.wholeScene(run, id),
    queryFn: () => callRoute('getScene', { params: { run, address: `@${id}` }, query: { whole: 'on' } }),
    enabled: characters > 0 && !isTooLarge && enabled,
    // It may be very large: kept only while somebody looks at it.
    gcTime: 0,
  });
  if (isTooLarge) {
    return { status: 'problem', problem: sceneTooLarge(reply.address, characters), retry: undefined };
  }
  return characters > 0 ? loadedFrom(query) : { status: 'ready', value: reply };
}

/** Two scenes that are compared; of two runs where `leftRun` is another. */
export interface DiffedScenes {
  run: string;
  leftRun?: string;
  /** Addresses. */
  left: string;
  right: string;
  ignoreSpace?: boolean;
}

/** What differs between two scenes: their messages, and what else was asked of the model. */
export function useDiff({
  run,
  leftRun = run,
  left,
  right,
  ignoreSpace = false,
}: DiffedScenes): Loaded<DiffReply> {
  const leftPlaces = usePlaces(leftRun, [left]);
  const rightPlaces = usePlaces(run, [right]);
  const idOf = (places: Loaded<SceneRow[]>) => (places.status === 'ready' ? (places.value[0]?.id ?? '') : '');
  const [leftId, rightId] = [idOf(leftPlaces), idOf(rightPlaces)];
  const missing = [leftPlaces, rightPlaces].find(places => places.status !== 'ready');
  const damaged = damageOf(leftPlaces) ?? damageOf(rightPlaces);
  const space = ignoreSpace ? 'ignore' : undefined;
  const query = useQuery({
    queryKey: queryKeys.diff({ run, leftRun, leftId, rightId, space: space ?? 'keep' }),
    queryFn: () =>
      callRoute('getDiff', {
        params: { run: leftRun },
        query: {
          left: `@${leftId}`,
          right: `@${rightId}`,
          ...(leftRun !== run && { rightRun: run }),
          ...(space && { space }),
        },
      }),
    enabled: leftId !== '' && rightId !== '' && damaged === null,
    // With white space compared or not it is the same diff, looked at in two ways: the page stays as it is meanwhile.
    placeholderData: (before, query) => (isSameDiff(query?.queryKey, leftId, rightId) ? before : undefined),
  });
  return missing ?? damaged ?? loadedFrom(query);
}

/** Why a scene cannot be read, as its row says it; null of any other. */
function damageOf(places: Loaded<SceneRow[]>): Loaded<never> | null {
  const problem = places.status === 'ready' ? places.value[0]?.problem : null;
  return problem
    ? { status: 'problem', problem: errorFromWire(problem).toProblem(), retry: undefined }
    : null;
}

function isSameDiff(
  key: ReturnType<typeof queryKeys.diff> | undefined,
  left: string,
  right: string,
): boolean {
  return key?.[1].leftId === left && key[1].rightId === right;
}

/** Some of the messages of a scene, whole: from an index on, and at most so many as are asked for. */
export function useMessages(run: string, scene: string, from: number, count: number): Loaded<MessagesReply> {
  return loadedFrom(
    useQuery({
      queryKey: queryKeys.messages(run, scene, from, count),
      queryFn: () =>
        callRoute('getMessages', {
          params: { run, address: `@${scene}` },
          query: { from: String(from), count: String(count) },
        }),
    }),
  );
}

/** The files of a scene: whether they are held, and what its turn changed. */
export function useFiles(run: string, scene: string, enabled = true): Loaded<FilesReply> {
  return loadedFrom(
    useQuery({
      queryKey: queryKeys.files(run, scene),
      queryFn: () => callRoute('getFiles', { params: { run, address: `@${scene}` } }),
      enabled,
    }),
  );
}

/** The file of a scene as it lies on the disk. Asked for when somebody looks at it, and then anew. */
export function useSceneFile(run: string, scene: string): Loaded<SceneFileReply> {
  return loadedFrom(
    useQuery({
      queryKey: queryKeys.sceneFile(run, scene),
      queryFn: () => callRoute('getSceneFile', { params: { run, address: `@${scene}` } }),
      staleTime: 0,
      gcTime: 0,
    }),
  );
}

/** The rows that addresses of a run lead to. */
function usePlaces(run: string, addresses: readonly string[]): Loaded<SceneRow[]> {
  const loaded = useRun(run);
  if (loaded.status !== 'ready') return loaded;
  try {
    const rows = addresses.map(address => rowAt(loaded.value.graph, run, address));
    return { status: 'ready', value: rows };
  } catch (error) {
    if (!(error instanceof ForkpointError)) throw error;
    return { status: 'problem', problem: error.toProblem(), retry: undefined };
  }
}

function rowAt(graph: RunGraph, run: string, address: string): SceneRow {
  const row = sceneAt(graph, parseAddress(address));
  if (!row) throw new ForkpointError('no-such-scene', { run, address });
  return row;
}

/** Fetches a run; events that arrive meanwhile are applied to the reply, and a gap in them asks for another one. */
async function fetchRun(run: string): Promise<RunState> {
  for (let attempt = 1; ; attempt++) {
    const reply = async () => runFromWire(await callRoute('getRun', { params: { run } }));
    const { value, events } = await eventsDuring(run, reply).finally(() => readingStore.forget(run));
    const applied = applyEvents(value, events);
    if (!applied.stale || attempt === 3) return applied.state;
  }
}

/** The state of a query as hooks give it. */
export function loadedFrom<T>(query: UseQueryResult<T>): Loaded<T> {
  if (query.data !== undefined) return { status: 'ready', value: query.data };
  if (query.isError) {
    return { status: 'problem', problem: problemFromError(query.error), retry: () => void query.refetch() };
  }
  return { status: 'loading' };
}
