import { parseSide } from '../../shared/compare/side.ts';
import { ForkpointError } from '../../shared/errors.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { leftTails } from './defaultSides.ts';

/** A side that can be added: a branch, what a rewind left of one, the pinned scene, or what was typed. */
export interface SideOption {
  side: string;
  kind: 'branch' | 'left-behind' | 'pinned' | 'typed';
  /** First words of its last turn. */
  words: string;
}

/**
 * What can be added to a comparison, those whose name or words match what is looked for.
 * @param present the sides that are there already
 * @param pin the scene that is pinned, as the URL holds it
 */
export function sideOptions(
  graph: RunGraph,
  present: readonly string[],
  { search, pin }: { search: string; pin: string | null },
): SideOption[] {
  const wanted = search.trim();
  const own = [...graph.branches.values()].filter(row => row.kind !== 'subagent');
  const branches = own.map(({ name, head }): SideOption => {
    return { side: name, kind: 'branch', words: wordsOfScene(graph, head) };
  });
  const tails = own.flatMap(row =>
    leftTails(graph, row).map((side): SideOption => ({ side, kind: 'left-behind', words: '' })),
  );
  const pinned: SideOption[] = pin === null ? [] : [{ side: pin, kind: 'pinned', words: '' }];
  const known = [...branches, ...tails, ...pinned].filter(
    ({ side, words }) => matches(side, wanted) || matches(words, wanted),
  );
  const isListed = known.some(({ side }) => side === wanted);
  const typed: SideOption[] =
    wanted === '' || isListed || !isSide(wanted) ? [] : [{ side: wanted, kind: 'typed', words: '' }];
  return [...known, ...typed].filter(({ side }) => !present.includes(side));
}

function wordsOfScene(graph: RunGraph, scene: string | null): string {
  return graph.scenes.get(scene ?? '')?.words ?? '';
}

function matches(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted.toLowerCase());
}

function isSide(text: string): boolean {
  try {
    parseSide(text);
    return true;
  } catch (error) {
    if (!(error instanceof ForkpointError)) throw error;
    return false;
  }
}
