import { parseAddress } from '../../shared/address.ts';
import { ForkpointError, type Problem } from '../../shared/errors.ts';
import { checkedName } from '../../shared/name.ts';

/** Tabs of the inspector; what the URL names otherwise counts as the first. */
const inspectorTabs = ['conversation', 'calls', 'effects', 'files', 'request', 'raw'] as const;
const acts = ['rewind', 'fork'] as const;
/**
 * Lists beside the graph, of which one at most is open. `graph` asks for none of them: a narrow page, where the outline
 * stands in place of the graph, shows the graph then.
 */
const sidePanels = ['find', 'lookHere', 'notes', 'outline', 'graph'] as const;
export type Act = (typeof acts)[number];
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
  act: Act | null;
  /** Address of the scene that `scene` is compared with, or null. */
  diff: string | null;
  /** Address of the scene that was pinned to be compared with others, or null. */
  pin: string | null;
  /** Text form of what stands out on the graph (`shared/turnFilter`), or null. */
  filter: string | null;
  /** The list that is open beside the graph, or null. */
  panel: SidePanel | null;
  /** What is looked for in the texts of the run, or null. */
  find: string | null;
  /** How it is looked for: letters of `cwp` for case, whole words and pattern. */
  how: string | null;
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
  diff: null,
  pin: null,
  filter: null,
  panel: null,
  find: null,
  how: null,
  problem: null,
};

/** Reads `/` or `/runs/<run>?scene=…&tab=…&act=…&diff=…&pin=…&filter=…&panel=…&find=…&how=…`. Never throws: a bad part becomes `problem`. */
export function selectionFromUrl(url: { pathname: string; search: string }): Selection {
  if (url.pathname === '/') return nothing;
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
    diff: part(() => addressText(query.get('diff'))),
    pin: part(() => addressText(query.get('pin'))),
    filter: query.get('filter') || null,
    panel: sidePanels.find(panel => panel === query.get('panel')) ?? null,
    find: query.get('find') || null,
    how: query.get('how')?.replace(/[^cwp]/g, '') || null,
    problem: problems[0] ?? null,
  };
}

/** The URL of a selection, with readable addresses (`?scene=main:14-B`). */
export function urlOfSelection(selection: Omit<Selection, 'page' | 'problem'>): string {
  if (selection.run === null) return '/';
  const query = new URLSearchParams();
  if (selection.scene !== null) query.set('scene', selection.scene);
  if (selection.tab !== nothing.tab) query.set('tab', selection.tab);
  if (selection.act !== null) query.set('act', selection.act);
  if (selection.diff !== null) query.set('diff', selection.diff);
  if (selection.pin !== null) query.set('pin', selection.pin);
  if (selection.filter !== null && selection.filter !== '') query.set('filter', selection.filter);
  if (selection.panel !== null) query.set('panel', selection.panel);
  if (selection.find !== null && selection.find !== '') query.set('find', selection.find);
  if (selection.how !== null && selection.how !== '') query.set('how', selection.how);
  const search = readable(query.toString());
  return `/runs/${encodeURIComponent(selection.run)}${search === '' ? '' : `?${search}`}`;
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
