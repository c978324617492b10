/** A heading of the help, under which commands stand together. */
export const keyGroups = ['find', 'turns', 'compare', 'act', 'look', 'play', 'page'] as const;
export type KeyGroup = (typeof keyGroups)[number];

interface KeyRow {
  command: string;
  group: KeyGroup;
  /**
   * Keys that work anywhere on the page, but not while something is typed. `Mod` is Ctrl, or ⌘ on a Mac; a letter with
   * Shift is written as a capital, a key with a name as `Shift+F3`.
   */
  keys: readonly string[];
  /** Keys that work only while a turn of the graph has the focus; those of `keys` do there, too. */
  onTurn?: readonly string[];
  /** Works in a field as well. */
  whileTyping?: true;
}

/** Every command that a key can ask for. The help, the palette and the handlers read this table and no other. */
export const keyMap = [
  { command: 'find', group: 'find', keys: ['/'] },
  { command: 'nextHit', group: 'find', keys: ['F3'], whileTyping: true },
  { command: 'previousHit', group: 'find', keys: ['Shift+F3'], whileTyping: true },
  { command: 'lookHere', group: 'find', keys: ['l'] },
  { command: 'nextMark', group: 'find', keys: ['m'] },
  { command: 'previousMark', group: 'find', keys: ['M'] },
  { command: 'notes', group: 'find', keys: ['e'] },
  { command: 'bookmark', group: 'find', keys: ['x'] },
  { command: 'good', group: 'find', keys: ['G'] },
  { command: 'bad', group: 'find', keys: ['B'] },

  { command: 'previousTurn', group: 'turns', keys: ['k'], onTurn: ['ArrowLeft'] },
  { command: 'nextTurn', group: 'turns', keys: ['j'], onTurn: ['ArrowRight'] },
  { command: 'laneAbove', group: 'turns', keys: ['K'], onTurn: ['ArrowUp'] },
  { command: 'laneBelow', group: 'turns', keys: ['J'], onTurn: ['ArrowDown'] },
  { command: 'pointA', group: 'turns', keys: ['a'] },
  { command: 'pointB', group: 'turns', keys: ['b'] },
  { command: 'showTurn', group: 'turns', keys: [], onTurn: [' '] },
  { command: 'foldHere', group: 'turns', keys: [], onTurn: ['z'] },
  { command: 'head', group: 'turns', keys: ['h'] },

  { command: 'pin', group: 'compare', keys: ['p'] },
  { command: 'diffPinned', group: 'compare', keys: ['d'] },
  { command: 'diffBefore', group: 'compare', keys: ['c'] },
  { command: 'diffForkPoint', group: 'compare', keys: ['y'] },
  { command: 'diffOtherHead', group: 'compare', keys: ['v'] },
  { command: 'compare', group: 'compare', keys: ['C'] },
  { command: 'branches', group: 'compare', keys: ['g'] },
  { command: 'adopt', group: 'compare', keys: ['A'] },
  { command: 'nextChange', group: 'compare', keys: ['n'] },
  { command: 'previousChange', group: 'compare', keys: ['N'] },
  { command: 'diffLayout', group: 'compare', keys: ['D'] },
  { command: 'onlyChanges', group: 'compare', keys: ['O'] },
  { command: 'ignoreSpace', group: 'compare', keys: ['W'] },

  { command: 'rewind', group: 'act', keys: ['r'] },
  { command: 'fork', group: 'act', keys: ['f'] },
  { command: 'fanOut', group: 'act', keys: ['F'] },
  { command: 'fanOutBoard', group: 'act', keys: [] },
  { command: 'undo', group: 'act', keys: ['u'] },
  { command: 'resume', group: 'act', keys: ['s'] },
  { command: 'gate', group: 'act', keys: ['w'] },
  { command: 'stop', group: 'act', keys: ['S'] },

  { command: 'graph', group: 'look', keys: ['t'] },
  { command: 'inspector', group: 'look', keys: ['i'], onTurn: ['Enter'] },
  { command: 'outline', group: 'look', keys: ['o'] },

  { command: 'play', group: 'play', keys: [' '] },
  { command: 'stepBack', group: 'play', keys: [','] },
  { command: 'stepOn', group: 'play', keys: ['.'] },

  { command: 'palette', group: 'page', keys: ['Mod+k'], whileTyping: true },
  { command: 'help', group: 'page', keys: ['?'] },
  { command: 'runs', group: 'page', keys: [] },
] as const satisfies readonly KeyRow[];

export type Command = (typeof keyMap)[number]['command'];

/** A row of the table, whichever of its parts it leaves out. */
export type KeyEntry = KeyRow & { command: Command };
export const keyEntries: readonly KeyEntry[] = keyMap;

/** Whether a key is a sign of its own, without Ctrl or ⌘: speech input and slips of the finger can press it unmeant. */
export function isSingleKey(key: string): boolean {
  return [...key].length === 1;
}
