import type { SceneRow } from '../../shared/rows.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { type DiffChoice, diffChoices } from './diffChoices.ts';
import { sceneAddresses } from './sceneAddresses.ts';

/** One line of the list: a usual choice says why, any other is its address and first words, or what it called. */
export interface DiffOption {
  address: string;
  why: string | null;
  words: string;
}

const mostShown = 80;

/**
 * What can be compared with `scene`: the scene that is pinned, in whatever run, the usual choices, and every readable
 * scene whose address or words match.
 */
export function diffOptions(
  graph: RunGraph,
  scene: SceneRow,
  search: string,
  pin: string | null = null,
): { options: DiffOption[]; left: number } {
  const wanted = search.trim().toLowerCase();
  const addresses = sceneAddresses(graph);
  const wordsAt = new Map<string, string>();
  const listed: DiffOption[] = [];
  for (const node of graph.order.flatMap(id => graph.turns.get(id) ?? [])) {
    for (const row of [node.a, node.b]) {
      const address = row && addresses.get(row.id);
      if (!address || row.id === scene.id || row.problem) continue;
      const said = row.words || row.calls.map(call => call.name).join(', ');
      wordsAt.set(address, said);
      if (matches(address, said, wanted)) listed.push({ address, why: null, words: said });
    }
  }
  const usual = wanted === '' ? diffChoices(graph, scene) : [];
  const chosen = usual.map(choice => ({
    address: choice.address,
    why: wordsOfChoice(choice, scene),
    words: wordsAt.get(choice.address) ?? '',
  }));
  const own = addresses.get(scene.id);
  const pinned =
    pin === null || pin === own || !matches(pin, '', wanted)
      ? []
      : [{ address: pin, why: words('inspector.diffPinned'), words: wordsAt.get(pin) ?? '' }];
  return {
    options: [...pinned, ...chosen, ...listed.slice(0, mostShown)],
    left: Math.max(0, listed.length - mostShown),
  };
}

function matches(address: string, firstWords: string, wanted: string): boolean {
  return address.toLowerCase().includes(wanted) || firstWords.toLowerCase().includes(wanted);
}

function wordsOfChoice(choice: DiffChoice, scene: SceneRow): string {
  if (choice.kind === 'previous') return words('inspector.diffPrevious');
  if (choice.kind === 'fork-point') return words('inspector.diffForkPoint', { branch: scene.branch });
  return words('inspector.diffHead', { branch: choice.branch });
}
