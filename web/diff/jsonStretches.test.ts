import { expect, test } from 'vitest';
import { diffJson } from '../../shared/diff/diffJson.ts';
import { jsonStretches } from './jsonStretches.ts';

function drawn(left: unknown, right: unknown): string {
  const diff = diffJson(left, right);
  const inner = diff.kind === 'changed' ? (diff.root.inner ?? []) : [];
  return jsonStretches(inner)
    .map(({ isSame, nodes, count }) =>
      isSame ? `(${count})` : nodes.map(node => `${node.key ?? ''}${node.kind[0]}`).join(),
    )
    .join(' ');
}

test('neighbours that are the same are folded, what differs stands alone', () => {
  expect(drawn({ a: 1, b: 2, c: 3, d: 4 }, { a: 1, b: 2, c: 5, e: 6 })).toBe('(2) cc dr ea');
});

test('a single value is not worth a fold', () => {
  expect(drawn({ a: 1, b: 2 }, { a: 1, b: 3 })).toBe('as bc');
});

test('of a long list the items that are the same count, each', () => {
  const items = Array.from({ length: 500 }, (_, index) => `item ${index}`);
  expect(drawn(items, [...items, 'and one more'])).toBe('(500) a');
});
