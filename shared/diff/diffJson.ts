import { canonicalJson, digestOf } from '../digest.ts';
import { isRecord } from '../schema.ts';
import { type AlignedPlace, type AlignItem, alignItems } from './alignItems.ts';
import { contentWords } from './contentWords.ts';
import { type CompareOptions, withoutSpace } from './digestMessages.ts';

/** A value of an object or an array, or the root, on one or both sides. */
export interface JsonNode {
  /** Items of an array may move; what moved stands twice, as messages do. */
  kind: AlignedPlace['kind'];
  /** In an object its key, else null. */
  key: string | null;
  /** In an array the places on each side, else null. Of several that are the same, the first. */
  leftIndex: number | null;
  rightIndex: number | null;
  /** More than one only for items that are the same: so many neighbours. */
  count: number;
  /** Undefined on a side where it does not stand here; for several neighbours the first of them. */
  left: unknown;
  right: unknown;
  /** Of two objects or two arrays that differ: what is in them, in order. Null for other values. */
  inner: JsonNode[] | null;
}

/** What two JSON values make of each other, or that they are too much to be compared part by part. */
export type JsonDiff =
  | { kind: 'same' }
  | { kind: 'changed'; root: JsonNode; counts: JsonCounts }
  | { kind: 'too-large'; reason: 'too-many-values' | 'too-deep'; limit: number };

/** Values in the tree, each with all that is in it counted as one. `changed`: other values in the same place. */
export type JsonCounts = Record<'same' | 'added' | 'removed' | 'changed' | 'moved', number>;

/** `values`: of both sides, objects and arrays included. */
export interface JsonLimits {
  values: number;
  depth: number;
}

/** Up to these a comparison takes a few frames at most. */
export const jsonDiffLimits: JsonLimits = { values: 20_000, depth: 60 };

/**
 * Compares two JSON values by their structure: objects key by key, whatever the order of their keys, arrays aligned by what
 * their items are. Pure; swapped sides swap what was added and what was removed.
 */
export function diffJson(
  left: unknown,
  right: unknown,
  { limits = jsonDiffLimits, ...options }: CompareOptions & { limits?: JsonLimits } = {},
): JsonDiff {
  const room = { values: limits.values };
  for (const side of [left, right]) {
    const reason = tooLarge(side, room, limits.depth);
    if (reason)
      return { kind: 'too-large', reason, limit: limits[reason === 'too-deep' ? 'depth' : 'values'] };
  }
  const comparison = new Comparison(options);
  if (comparison.isSame(left, right)) return { kind: 'same' };
  const root = comparison.changed({ key: null, leftIndex: null, rightIndex: null }, left, right);
  return { kind: 'changed', root, counts: countsOf(root) };
}

/** Stops as soon as the room is used up: a value of any size is refused at once. */
function tooLarge(
  value: unknown,
  room: { values: number },
  depth: number,
): 'too-many-values' | 'too-deep' | null {
  room.values -= 1;
  if (room.values < 0) return 'too-many-values';
  if (typeof value !== 'object' || value === null) return null;
  if (depth === 0) return 'too-deep';
  for (const inner of Object.values(value)) {
    const reason = tooLarge(inner, room, depth - 1);
    if (reason) return reason;
  }
  return null;
}

/** Longer ones stand for themselves in what holds them as a digest, so that depth costs nothing. */
const writtenOut = 200;

type At = Pick<JsonNode, 'key' | 'leftIndex' | 'rightIndex'>;

class Comparison {
  readonly #options: CompareOptions;
  /** Objects and arrays are looked through once each, however deep they lie. */
  readonly #exact = new Map<object, string>();

  constructor(options: CompareOptions) {
    this.#options = options;
  }

  isSame(left: unknown, right: unknown): boolean {
    return left === right || this.#exactOf(left) === this.#exactOf(right);
  }

  /** Two values that differ: with what is in them where both are objects, or both arrays. */
  changed(at: At, left: unknown, right: unknown): JsonNode {
    return { kind: 'changed', ...at, count: 1, left, right, inner: this.#inner(left, right) };
  }

  #inner(left: unknown, right: unknown): JsonNode[] | null {
    if (Array.isArray(left) && Array.isArray(right)) return this.#items(left, right);
    return isRecord(left) && isRecord(right) ? this.#keys(left, right) : null;
  }

  /** Those of the right in their order; what only the left has stands behind the key that it followed there. */
  #keys(left: Record<string, unknown>, right: Record<string, unknown>): JsonNode[] {
    return keysInOrder(Object.keys(left), Object.keys(right)).map(key => {
      const at = { key, leftIndex: null, rightIndex: null };
      const [hasLeft, hasRight] = [Object.hasOwn(left, key), Object.hasOwn(right, key)];
      if (!hasLeft)
        return { kind: 'added', ...at, count: 1, left: undefined, right: right[key], inner: null };
      if (!hasRight)
        return { kind: 'removed', ...at, count: 1, left: left[key], right: undefined, inner: null };
      if (!this.isSame(left[key], right[key])) return this.changed(at, left[key], right[key]);
      return { kind: 'same', ...at, count: 1, left: left[key], right: right[key], inner: null };
    });
  }

  #items(left: readonly unknown[], right: readonly unknown[]): JsonNode[] {
    const list = (items: readonly unknown[]) => ({
      digests: items.map(item => this.#exactOf(item)),
      itemAt: (index: number) => alignItemOf(items[index]),
    });
    return alignItems(list(left), list(right)).map(({ kind, left: leftIndex, right: rightIndex, count }) => {
      const at = { key: null, leftIndex, rightIndex };
      const before = kind === 'added' || kind === 'moved-here' ? undefined : left[leftIndex ?? -1];
      const after = kind === 'removed' || kind === 'moved-away' ? undefined : right[rightIndex ?? -1];
      if (kind === 'changed') return this.changed(at, before, after);
      return { kind, ...at, count, left: before, right: after, inner: null };
    });
  }

  #exactOf(value: unknown): string {
    if (typeof value !== 'object' || value === null) return this.#written(value);
    const known = this.#exact.get(value);
    if (known !== undefined) return known;
    const text = Array.isArray(value)
      ? `[${value.map(item => this.#exactOf(item)).join()}]`
      : `{${Object.entries(value)
          .map(([key, inner]) => `${JSON.stringify(key)}:${this.#exactOf(inner)}`)
          .sort()
          .join()}}`;
    const exact = text.length > writtenOut ? `#${digestOf(text, 32)}` : text;
    this.#exact.set(value, exact);
    return exact;
  }

  #written(value: unknown): string {
    return canonicalJson(this.#options.ignoreSpace ? withoutSpace(value) : value);
  }
}

/** Items go together by their words, objects also by what they call their `id`, `name`, `key` or `path`. */
function alignItemOf(item: unknown): AlignItem {
  const kind = Array.isArray(item) ? 'array' : isRecord(item) ? 'object' : typeof item;
  const names = isRecord(item)
    ? ['id', 'name', 'key', 'path'].filter(key => typeof item[key] === 'string')
    : [];
  return {
    kind,
    ids: isRecord(item) ? names.slice(0, 1).map(key => `${key} ${item[key]}`) : [],
    words: contentWords([{ type: kind, item }]),
  };
}

function keysInOrder(left: readonly string[], right: readonly string[]): string[] {
  const onRight = new Set(right);
  const behind = new Map<string | null, string[]>();
  let before: string | null = null;
  for (const key of left) {
    if (onRight.has(key)) before = key;
    else {
      const keys = behind.get(before) ?? [];
      keys.push(key);
      behind.set(before, keys);
    }
  }
  return [...(behind.get(null) ?? []), ...right.flatMap(key => [key, ...(behind.get(key) ?? [])])];
}

function countsOf(node: JsonNode): JsonCounts {
  const counts = { same: 0, added: 0, removed: 0, changed: 0, moved: 0 };
  const count = ({ kind, count: items, inner }: JsonNode) => {
    if (inner !== null) inner.forEach(count);
    else if (kind === 'moved-here') counts.moved += 1;
    else if (kind !== 'moved-away') counts[kind] += items;
  };
  count(node);
  return counts;
}
