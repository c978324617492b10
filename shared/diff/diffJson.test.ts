import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffJson, type JsonDiff, type JsonNode } from './diffJson.ts';

/** A tree as a drawing: `{=a ~b[=×2 -3] +c}`: keys, and items with how many or what they are. */
function drawn(diff: JsonDiff): string {
  if (diff.kind !== 'changed')
    return diff.kind === 'same' ? 'same' : `too large: ${diff.reason} (${diff.limit})`;
  return drawnNode(diff.root);
}

const sign = { same: '=', added: '+', removed: '-', changed: '~', 'moved-away': '<', 'moved-here': '>' };

function drawnNode({ kind, key, count, left, right, inner }: JsonNode): string {
  const item = count > 1 ? `×${count}` : JSON.stringify(right ?? left);
  const [open, close] = Array.isArray(right) ? ['[', ']'] : ['{', '}'];
  const within = inner === null ? '' : `${open}${inner.map(drawnNode).join(' ')}${close}`;
  return `${sign[kind]}${key ?? (inner === null ? item : '')}${within}`;
}

describe('diffJson, drawn', () => {
  test('objects key by key, whatever their order', () => {
    expect(drawn(diffJson({ a: 1, b: 2 }, { b: 2, a: 1 }))).toBe('same');
    expect(drawn(diffJson({ path: 'a.ts', old: 1, text: 'x' }, { path: 'a.ts', text: 'y', fresh: 1 }))).toBe(
      '~{=path -old ~text +fresh}',
    );
  });

  test('objects in objects', () => {
    const left = { to: { name: 'team', cc: [] }, body: { html: false } };
    expect(drawn(diffJson(left, { to: { name: 'all', cc: [] }, body: { html: false } }))).toBe(
      '~{~to{~name =cc} =body}',
    );
  });

  test('arrays by what their items are, unchanged ones counted', () => {
    expect(drawn(diffJson([1, 2, 3, 4, 5], [0, 1, 2, 3, 5]))).toBe('~[+0 =×3 -4 =5]');
    expect(drawn(diffJson(['one', 'two', 'three'], ['two', 'three', 'one']))).toBe('~[<"one" =×2 >"one"]');
  });

  test('objects in arrays go together by their id or name', () => {
    const left = [
      { id: 'a', price: 1 },
      { id: 'b', price: 2 },
    ];
    const right = [{ id: 'new' }, { id: 'b', price: 3 }];
    expect(drawn(diffJson(left, right))).toBe('~[-{"id":"a","price":1} +{"id":"new"} ~{=id ~price}]');
  });

  test('values of other kinds are replaced as wholes', () => {
    expect(drawn(diffJson({ a: [1] }, { a: { 0: 1 } }))).toBe('~{~a}');
    expect(drawn(diffJson('1', 1))).toBe('~1');
    expect(drawn(diffJson(null, {}))).toBe('~{}');
  });

  test('counts what is the same and what is not', () => {
    const left = { same: { deep: [1, 2] }, list: [1, 2, 3], gone: 1, other: 'x' };
    const diff = diffJson(left, { same: { deep: [1, 2] }, list: [1, 2, 3, 4], other: 'y' });
    expect(diff).toMatchObject({ counts: { same: 4, added: 1, removed: 1, changed: 1, moved: 0 } });
  });

  test('hostile keys are keys', () => {
    const [left, right] = [JSON.parse('{"__proto__":{"x":1}}'), JSON.parse('{"__proto__":{"x":2}}')];
    expect(drawn(diffJson(left, right))).toBe('~{~__proto__{~x}}');
    expect(drawn(diffJson({}, { constructor: 1 }))).toBe('~{+constructor}');
  });

  test('white space is no change where it is ignored', () => {
    const [left, right] = [{ code: 'a( b )' }, { code: 'a(b)' }];
    expect(drawn(diffJson(left, right))).toBe('~{~code}');
    expect(drawn(diffJson(left, right, { ignoreSpace: true }))).toBe('same');
  });

  test('says so where it is too much', () => {
    const many = Array.from({ length: 30_000 }, (_, index) => index);
    expect(drawn(diffJson([], many))).toBe('too large: too-many-values (20000)');
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(drawn(diffJson([], deep))).toBe('too large: too-deep (60)');
  });
});

describe('diffJson, for any values', () => {
  const value = fc.jsonValue({ maxDepth: 4 });

  test('applied to the left it gives the right, and the other way round', () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        const diff = diffJson(left, right);
        if (diff.kind !== 'changed') {
          expect(left).toEqual(right);
          return;
        }
        expect(sideOf(diff.root, 'left')).toEqual(left);
        expect(sideOf(diff.root, 'right')).toEqual(right);
      }),
    );
  });

  test('nothing differs from itself', () => {
    fc.assert(fc.property(value, same => diffJson(same, structuredClone(same)).kind === 'same'));
  });

  test('swapped sides swap what was added and what was removed', () => {
    const swap = (diff: JsonDiff) => (diff.kind === 'changed' ? diff.counts : diff.kind);
    fc.assert(
      fc.property(value, value, (left, right) => {
        const [there, back] = [swap(diffJson(left, right)), swap(diffJson(right, left))];
        if (typeof there === 'string' || typeof back === 'string') expect(there).toEqual(back);
        else expect({ ...there, added: there.removed, removed: there.added }).toEqual(back);
      }),
    );
  });
});

/** One side of a node, built from what its tree says. Neighbours that are the same are taken from that side. */
function sideOf(node: JsonNode, side: 'left' | 'right'): unknown {
  const { inner } = node;
  if (inner === null) return node[side];
  const here = inner.filter(({ kind }) =>
    side === 'left' ? kind !== 'added' && kind !== 'moved-here' : kind !== 'removed' && kind !== 'moved-away',
  );
  const whole = node[side];
  if (Array.isArray(whole)) {
    return here.flatMap(item => {
      const from = (side === 'left' ? item.leftIndex : item.rightIndex) ?? 0;
      return item.kind === 'same' ? whole.slice(from, from + item.count) : [sideOf(item, side)];
    });
  }
  return Object.fromEntries(here.map(entry => [entry.key, sideOf(entry, side)]));
}
