import { formatAddress } from '../../shared/address.ts';
import { MAX_SIDES } from '../../shared/compare/side.ts';
import type { RunSummary } from '../../shared/rows.ts';
import { addressOf, type RunGraph, sceneOfTurn, type TurnNode } from '../../shared/runGraph.ts';
import { typedKeys } from '../../shared/typedKeys.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { titleOfTurn, wordsOfTurn } from '../graph/turnSummary.ts';
import { words } from '../i18n/words.ts';
import { handlerOf } from '../keys/commandHandlers.ts';
import { keyEntries } from '../keys/keyMap.ts';
import type { PaletteEntry } from '../keys/Palette.tsx';
import { openRun, type SelectionChange } from '../selection/useSelection.ts';

type Select = (change: SelectionChange, options?: { replace?: boolean }) => void;

/** The commands that can be had now. */
export function commandEntries(): PaletteEntry[] {
  return keyEntries.flatMap(({ command, keys }) => {
    if (command === 'palette' || handlerOf(command) === null) return [];
    const act = () => handlerOf(command)?.();
    return { id: `command ${command}`, kind: 'command', label: words(`keys.${command}`), keys, act };
  });
}

const tabs = {
  conversation: 'keys.tabConversation',
  calls: 'keys.tabCalls',
  effects: 'keys.tabEffects',
  files: 'keys.tabFiles',
  request: 'keys.tabRequest',
  raw: 'keys.tabRaw',
} as const;

/** The tabs of the inspector. */
export function tabEntries(select: Select): PaletteEntry[] {
  return typedKeys(tabs).map(tab => ({
    id: `tab ${tab}`,
    kind: 'panel',
    label: words(tabs[tab]),
    act: () => select({ tab, diff: null }, { replace: true }),
  }));
}

/** The branches of a run, then its turns by number, found by what they said and called. */
export function turnEntries(graph: RunGraph, select: Select): PaletteEntry[] {
  const branches = [...graph.branches.values()].flatMap(({ name, head }): PaletteEntry[] => {
    const scene = graph.scenes.get(head ?? '');
    if (!scene) return [];
    const { turn, point } = scene;
    const address = formatAddress({ kind: 'turn', branch: name, turn, point, move: null });
    const label = words('keys.branch', { branch: name });
    return [
      { id: `branch ${name}`, kind: 'branch', label, act: () => select({ scene: address, diff: null }) },
    ];
  });
  const turns = graph.order.flatMap(id => {
    const node = graph.turns.get(id);
    return node ? turnEntry(graph, node, select) : [];
  });
  return [...branches, ...turns];
}

function turnEntry(graph: RunGraph, node: TurnNode, select: Select): PaletteEntry[] {
  const scene = sceneOfTurn(node, null);
  if (!scene) return [];
  const turn = String(node.turn);
  const label =
    graph.branches.size > 1
      ? words('keys.turnOf', { turn, branch: node.branch })
      : words('keys.turn', { turn });
  return [
    {
      id: `turn ${node.id}`,
      kind: 'turn',
      label,
      more: `${titleOfTurn(node)} · ${wordsOfTurn(scene)}`,
      act: () => select({ scene: formatAddress(addressOf(graph, scene)), diff: null }),
    },
  ];
}

/** Branches that can be added to the comparison on screen; none while there is no comparison. */
export function sideEntries(
  graph: RunGraph,
  compare: readonly string[] | null,
  select: Select,
): PaletteEntry[] {
  if (compare === null || compare.length >= MAX_SIDES) return [];
  return [...graph.branches.values()]
    .filter(({ name, kind }) => kind !== 'subagent' && !compare.includes(name))
    .map(({ name }) => ({
      id: `side ${name}`,
      kind: 'command',
      label: words('keys.addSide', { branch: name }),
      act: () => select({ compare: [...compare, name], columns: null }),
    }));
}

/** The runs, by title and task. */
export function runEntries(runs: readonly RunSummary[]): PaletteEntry[] {
  return runs.map(({ id, title, task }) => ({
    id: `run ${id}`,
    kind: 'run',
    label: visibleText(title),
    more: task,
    act: () => openRun(id),
  }));
}
