import { expect, test } from 'vitest';
import type { RunRows } from '../../../shared/rows.ts';
import { openedFolder } from '../testing/openedFolder.ts';
import { openDrawn } from './testing/openDrawn.ts';

const markedIn = ({ scenes }: RunRows) =>
  scenes.flatMap(({ branch, turn, point, flags }) =>
    flags.includes('illegal') ? [`${branch}:${turn}-${point}`] : [],
  );

test('the turn that brings in what the API refuses is marked, and no turn after it', async () => {
  const { rows } = await openDrawn(`
    u1        prompt Tidy
    a1        m1 call c1 Read {"path":"x"}
    r1        result c1 fine
    a2        m2 call c2 Read [1]
    r2        result c2 fine
    a3        m3 text So.
    u2        prompt More
    a4        m4 call c4 Read {}
    r4        result c4 fine
  `);
  expect(markedIn(rows)).toEqual(['main:2-A', 'main:2-B']);
});

test('a result without a call is marked at the turn that took it in', async () => {
  const { rows } = await openDrawn(`
    u1        prompt Tidy
    a1        m1 text Hm.
    r9        result c9 lost
    a2        m2 text So.
  `);
  expect(markedIn(rows)).toEqual(['main:2-B']);
});

test('an id is used again only below the call that has it', async () => {
  const { rows } = await openDrawn(`
    u1        prompt Tidy
    a1        m1 call c1 Read {}
    r1        result c1 fine
    a2        m2 call c1 Read {}
    r2<a2     result c1 again
    a3        m3 text So.
    u2<u1@90  prompt Another
    b1        n1 call c1 Read {}
  `);
  const [marked] = markedIn(rows);
  expect(markedIn(rows)).toEqual([marked, marked?.replace('2-A', '2-B')]);
  expect(rows.branches).toHaveLength(2);
});

test('a search of the API’s own without its result is marked, unless its turn still goes on', async () => {
  const { rows } = await openDrawn(`
    u1        prompt Tidy
    a1        m1 search s1
    a2        m1 found s1
    a3        m2 search s2 stop=pause_turn
    a4        m3 search s3
    a5        m3 call c1 Read {}
    r1        result c1 fine
    a6        m4 search s4
    u2        prompt More
    a7        m5 text So.
  `);
  expect(markedIn(rows)).toEqual(['main:4-B']);
});

test('open calls, an end on words and an empty text are not marked', async () => {
  const { rows } = await openDrawn(`
    u1        prompt Tidy
    a1        m1 text
    a2        m1 call c1 Read {}
  `);
  expect(markedIn(rows)).toEqual([]);
});

test('of a folder of checkpoints the same turns are marked', async () => {
  const task = { role: 'user', content: 'Tidy' };
  const turn = (id: string, input: unknown) => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read_file', input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'fine' }] },
  ];
  const first = [task, ...turn('t1', {})];
  const second = [...first, ...turn('t2', 'cut')];
  const file = (name: string, messages: unknown[]) =>
    `checkpoints/turn-${name}.json = ${JSON.stringify({ version: 1, messages })}`;
  const { rows } = await openedFolder(
    [
      file('000-B', [task]),
      file('001-A', first.slice(0, 2)),
      file('001-B', first),
      file('002-A', second.slice(0, 4)),
      file('002-B', second),
      file('003-B', [...second, { role: 'assistant', content: 'So.' }]),
    ].join('\n'),
  );
  expect(markedIn(rows)).toEqual(['main:2-A', 'main:2-B']);
});
