import { parseAddress } from '../../shared/address.ts';
import { formatSide, MAX_SIDES, parseSide } from '../../shared/compare/side.ts';
import { ForkpointError, type Problem } from '../../shared/errors.ts';
import { checkedName } from '../../shared/name.ts';
import { formatRunAddress, parseRunAddress } from '../../shared/runAddress.ts';

/** Tabs of the inspector; what the URL names otherwise counts as the first. */
const inspectorTabs = ['conversation', 'calls', 'effects', 'files', 'request', 'raw'] as const;
const acts = ['rewind', 'fork', 'fan-out'] as const;
/**
 * Lists beside the graph, of which one at most is open. `graph` asks for none of them: a narrow page, where the outline
 * stands in place of the graph, shows the graph then.
 */
const sidePanels = ['find', 'lookHere', 'notes', 'branches', 'outline', 'graph'] as const;
/** What of a comparison's sides is shown below their columns. */
export const columnTabs = ['turns', 'messages', 'files', 'effects'] as const;
/** How a comparison is shown: sides as rows of a table, or as columns with one thing about them below. */
const compareViews = ['table', ...columnTabs] as const;
/** What a person can prepare from a scene: a move, or several forks at once. */
export type Preparing = (typeof acts)[number];
export type Act = Exclude<Preparing, 'fan-out'>;
export type ColumnTab = (typeof columnTabs)[number];
export type SidePanel = (typeof sidePanels)[number];
export type InspectorTab = (typeof inspectorTabs)[number];

/** What the page shows. The URL holds all of it and is the only place that does. */
export interface Selection {
  page: 'list' | 'run' | 'unknown';
  /** Id of the run on page `run`, else null. */
  run: string | null;
  /** Address of the scene that is looked at; null follows the head. */
  scene: string | null;
  tab: InspectorTab;
  /** What is being prepared from that scene, or null. */
  act: Preparing | null;
  /** The fan-out whose branches are watched (`BranchRow.fanOut`), or null. */
  fanOut: string | null;
  /** Address of the scene that `scene` is compared with, or null; `run/address` where it is one of another run. */
  diff: string | null;
  /** `ignore`: messages that differ only in white space count as the same in that diff. */
  space: 'ignore' | null;
  /** Address of the scene that was pinned to be compared with others, or null; `run/address` as for `diff`. */
  pin: string | null;
  /** Text form of what stands out on the graph (`shared/turnFilter`), or null. */
  filter: string | null;
  /** The list that is open beside the graph, or null. */
  panel: SidePanel | null;
  /** What is looked for in the texts of the run, or null. */
  find: string | null;
  /** How it is looked for: letters of `cwp` for case, whole words and pattern. */
  how: string | null;
  /** The side that is about to be adopted, or null. */
  adopt: string | null;
  /** `shown`: archived branches are drawn and listed like the others. */
  archived: 'shown' | null;
  /** Sides that are compared in place of the graph (`shared/compare/side`), or null. */
  compare: readonly string[] | null;
  /** How they are shown; null for what suits their number. */
  view: (typeof compareViews)[number] | null;
  /** Of many sides those that stand in columns; null for the first few. */
  columns: readonly string[] | null;
  /** What is wrong with the URL. The part it names is left out of the selection. */
  problem: Problem | null;
}

/** The list of runs, and what any page shows where its URL says no more. */
export const nothing: Selection = {
  page: 'list',
  run: null,
  scene: null,
  tab: 'conversation',
  act: null,
  fanOut: null,
  diff: null,
  space: null,
  pin: null,
  filter: null,
  panel: null,
  find: null,
  how: null,
  adopt: null,
  archived: null,
  compare: null,
  view: null,
  columns: null,
  problem: null,
};

/** Reads `/` or `/runs/<run>?scene=…&tab=…&act=…&fan-out=…&diff=…&space=…&pin=…&filter=…&panel=…&find=…&how=…&adopt=…&archived=…&compare=…&view=…&columns=…`. Never throws: a bad part becomes `problem`. */
export function selectionFromUrl(url: { pathname: string; search: string }): Selection {
  if (url.pathname === '/') return { ...nothing, pin: pinOnList(url.search) };
  const match = /^\/runs\/([^/]+)\/?$/.exec(url.pathname);
  if (!match?.[1]) return { ...nothing, page: 'unknown' };
  const query = new URLSearchParams(url.search);
  const problems: Problem[] = [];
  const part = <T>(read: () => T): T | null => readPart(read, problems);
  const run = part(() => checkedName(decoded(match[1] ?? '')));
  if (run === null) return { ...nothing, page: 'unknown', problem: problems[0] ?? null };
  return {
    page: 'run',
    run,
    scene: part(() => addressText(query.get('scene'))),
    tab: inspectorTabs.find(tab => tab === query.get('tab')) ?? nothing.tab,
    act: acts.find(act => act === query.get('act')) ?? null,
    fanOut: /^[0-9a-f]{1,64}$/.exec(query.get('fan-out') ?? '')?.[0] ?? null,
    diff: part(() => runAddressText(query.get('diff'), run)),
    space: query.get('space') === 'ignore' ? 'ignore' : null,
    pin: part(() => runAddressText(query.get('pin'), run)),
    filter: query.get('filter') || null,
    panel: sidePanels.find(panel => panel === query.get('panel')) ?? null,
    find: query.get('find') || null,
    how: query.get('how')?.replace(/[^cwp]/g, '') || null,
    adopt: part(() => sideText(query.get('adopt'))),
    archived: query.get('archived') === 'shown' ? 'shown' : null,
    compare: sideTexts(query.get('compare'), run, problems),
    view: compareViews.find(view => view === query.get('view')) ?? null,
    columns: sideTexts(query.get('columns'), run, problems),
    problem: problems[0] ?? null,
  };
}

/** The URL of a selection, with readable addresses (`?scene=main:14-B`). */
export function urlOfSelection(selection: Omit<Selection, 'page' | 'problem'>): string {
  const query = new URLSearchParams();
  if (selection.run === null) {
    if (selection.pin !== null) query.set('pin', selection.pin);
    return withQuery('/', query);
  }
  if (selection.scene !== null) query.set('scene', selection.scene);
  if (selection.tab !== nothing.tab) query.set('tab', selection.tab);
  if (selection.act !== null) query.set('act', selection.act);
  if (selection.fanOut !== null) query.set('fan-out', selection.fanOut);
  if (selection.diff !== null) query.set('diff', selection.diff);
  const hasDiff = selection.diff !== null || selection.compare !== null;
  if (hasDiff && selection.space !== null) query.set('space', selection.space);
  if (selection.pin !== null) query.set('pin', selection.pin);
  if (selection.filter !== null && selection.filter !== '') query.set('filter', selection.filter);
  if (selection.panel !== null) query.set('panel', selection.panel);
  if (selection.find !== null && selection.find !== '') query.set('find', selection.find);
  if (selection.how !== null && selection.how !== '') query.set('how', selection.how);
  if (selection.adopt !== null) query.set('adopt', selection.adopt);
  if (selection.archived !== null) query.set('archived', selection.archived);
  if (selection.compare !== null) query.set('compare', selection.compare.join(','));
  if (selection.view !== null) query.set('view', selection.view);
  if (selection.columns !== null) query.set('columns', selection.columns.join(','));
  return withQuery(`/runs/${encodeURIComponent(selection.run)}`, query);
}

function withQuery(path: string, query: URLSearchParams): string {
  const search = readable(query.toString());
  return search === '' ? path : `${path}?${search}`;
}

/** Signs that may stand in a query as they are. */
const plainSigns = { '%3A': ':', '%40': '@', '%7E': '~', '%2C': ',', '%2F': '/' };

function readable(search: string): string {
  return Object.entries(plainSigns).reduce((text, [code, sign]) => text.replaceAll(code, sign), search);
}

function addressText(text: string | null): string | null {
  if (text === null || text === '') return null;
  parseAddress(text);
  return text;
}

/** An address that may name its run, without the name where it is the run on screen. */
function runAddressText(text: string | null, run: string): string | null {
  return text === null || text === '' ? null : formatRunAddress(parseRunAddress(text), run);
}

/** What is pinned stays pinned on the list of runs; there it has to say whose scene it is. */
function pinOnList(search: string): string | null {
  const text = new URLSearchParams(search).get('pin') ?? '';
  const pin = readPart(() => parseRunAddress(text), []);
  return pin?.run ? text : null;
}

function sideText(text: string | null): string | null {
  return text === null || text === '' ? null : formatSide(parseSide(text));
}

/** Sides of a comparison, none twice and without the name of the run on screen; null where the URL names none. */
function sideTexts(text: string | null, run: string, problems: Problem[]): string[] | null {
  if (text === null) return null;
  const parts = text.split(',').filter(part => part !== '');
  const sides = parts.flatMap(part => {
    const side = readPart(() => parseSide(part), problems);
    return side === null ? [] : formatSide(side.run === run ? { ...side, run: null } : side);
  });
  return [...new Set(sides)].slice(0, MAX_SIDES);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

function readPart<T>(read: () => T, problems: Problem[]): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ForkpointError)) throw error;
    problems.push(error.toProblem());
    return null;
  }
}
