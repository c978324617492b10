import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lookHere } from '../../shared/lookHere/lookHere.ts';
import type { RunRows } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import type { Hit } from '../../shared/search.ts';
import type { SearchQuery } from '../../shared/searchText.ts';
import type { RunSource } from '../sources/runSource.ts';
import { openedFolder } from '../sources/testing/openedFolder.ts';
import { drawTranscript } from '../sources/transcript/testing/drawTranscript.ts';
import { openDrawn, textOf } from '../sources/transcript/testing/openDrawn.ts';
import { RunSearches } from './runSearches.ts';

const never = new AbortController().signal;
const query = (text: string, change: Partial<SearchQuery> = {}): SearchQuery => ({
  text,
  matchCase: false,
  wholeWord: false,
  isPattern: false,
  ...change,
});
let seq = 0;
const stateOf = (rows: RunRows): RunState => ({ ...rows, drafts: [], cursor: { epoch: 'e', seq: seq++ } });

/** `branch:turn-point kind before[match]after` of each hit. */
async function hitsIn(source: RunSource, rows: RunRows, text: string, change: Partial<SearchQuery> = {}) {
  const searches = new RunSearches(async () => source);
  const { hits } = await searches.search(stateOf(rows), query(text, change), 0, never);
  return hits.map(hit => hitWords(hit, rows));
}

function hitWords({ scene, kind, excerpt }: Hit, rows: RunRows): string {
  const row = rows.scenes.find(entry => entry.id === scene);
  return `${row?.branch}:${row?.turn}-${row?.point} ${kind} ${excerpt.before}[${excerpt.match}]${excerpt.after}`;
}

describe('searching a folder', () => {
  test('a message that every later scene holds is found once, where it was added', async () => {
    const { source, rows } = await openedFolder('checkpoints own | 0-B 1-A..4-B');
    expect(await hitsIn(source, rows, 'text 2')).toEqual(['main:2-B result [text 2]']);
    expect(await hitsIn(source, rows, 'step')).toEqual(
      [1, 2, 3, 4].map(turn => `main:${turn}-A reply [step] ${turn}`),
    );
    expect(await hitsIn(source, rows, '3.txt')).toEqual(['main:3-A call read_file path: [3.txt]']);
    expect(await hitsIn(source, rows, 'tidy')).toEqual(['main:0-B said Please [tidy] up.']);
  });

  test('forks and tails that nothing leads to are looked through, and what they share is found once', async () => {
    const { source, rows } = await openedFolder(`
      checkpoints   | 0-B..3-B 4-A..5-B@new/4 6-A..7-B
      checkpoints-b | 2-B 3-A..4-B@b/3
    `);
    expect(await hitsIn(source, rows, 'step 1')).toEqual(['main:1-A reply [step 1]']);
    expect(await hitsIn(source, rows, 'step 3')).toEqual([
      'main:3-A reply [step 3]',
      'b:3-A reply b [step 3]',
    ]);
    // The old turns 4 and 5 were overwritten: what the tail behind them saw of them is in its first turn.
    expect(await hitsIn(source, rows, 'step 5')).toEqual([
      'main:5-A reply new [step 5]',
      'main:6-A reply [step 5]',
    ]);
  });

  test('turns that a rewind left behind', async () => {
    const { source, rows } = await openedFolder(`
      checkpoints               | 0-B..2-B 3-A..3-B@new/3
      checkpoints/superseded/1  | 3-A..4-B
    `);
    expect(await hitsIn(source, rows, 'step 4')).toEqual(['main:4-A reply [step 4]']);
    expect(await hitsIn(source, rows, 'step 2')).toHaveLength(1);
  });

  test('a damaged file takes nothing from its neighbours', async () => {
    const { source, rows } = await openedFolder('checkpoints own | 0-B 1-A..2-B 3-A!cut 3-B 4-A 4-B!empty');
    expect(await hitsIn(source, rows, 'step')).toEqual([
      'main:1-A reply [step] 1',
      'main:2-A reply [step] 2',
      'main:3-A reply [step] 3',
      'main:4-A reply [step] 4',
    ]);
  });

  test('the system prompt is found once, in the first turn that was asked with it', async () => {
    const { root, source } = await openedFolder('checkpoints | 0-B..2-B');
    for (const name of ['turn-001-A', 'turn-001-B', 'turn-002-A', 'turn-002-B']) {
      const path = join(root, 'checkpoints', `${name}.json`);
      const scene = JSON.parse(await readFile(path, 'utf8'));
      await writeFile(path, JSON.stringify({ ...scene, request: { system: 'You tidy sheds.' } }));
    }
    expect(await hitsIn(source, await source.rows(), 'sheds')).toEqual(['main:0-B system You tidy [sheds].']);
  });

  test('a run that grows is looked through anew, and only what is new is read', async () => {
    const { root, source, rows } = await openedFolder('checkpoints own | 0-B 1-A..1-B');
    const searches = new RunSearches(async () => source);
    expect((await searches.search(stateOf(rows), query('step'), 0, never)).total).toBe(1);
    const { root: other } = await openedFolder('checkpoints own | 0-B 1-A..2-B');
    for (const point of ['A', 'B']) {
      const name = `checkpoints/turn-002-${point}.json`;
      await writeFile(join(root, name), await readFile(join(other, name)));
    }
    const read: string[] = [];
    const grown = await source.rows();
    const noting: RunSource = Object.assign(Object.create(source), {
      scene: (id: string) => {
        read.push(grown.scenes.find(row => row.id === id)?.file ?? id);
        return source.scene(id);
      },
    });
    const again = new RunSearches(async () => noting);
    await again.search(stateOf(rows), query('step'), 0, never);
    expect((await again.search(stateOf(grown), query('step'), 0, never)).total).toBe(2);
    expect(read).toEqual(['checkpoints/turn-001-B.json', 'checkpoints/turn-002-B.json']);
  });
});

describe('searching a transcript', () => {
  const drawing = `
    u1  prompt Tidy the shed
    a1  m1 think where are the rakes
    a2  m1 call c1 Grep {"pattern":"rakes"}
    r1  result c1 three rakes
    q1  queued And the rakes outside
    a3  m2 text No rakes there
    b1  boundary keep=a3..a3@s1
    s1  summary We counted rakes
    a4  m3 call c2 Read {"path":"barn"}
  `;

  test('step by step, each record once, whatever a compaction kept', async () => {
    const { source, rows } = await openDrawn(drawing);
    expect(await hitsIn(source, rows, 'rakes')).toEqual([
      'main:1-A thinking where are the [rakes]',
      'main:1-A call Grep pattern: [rakes]',
      'main:1-B result three [rakes]',
      'main:2-B said And the [rakes] outside',
      'main:2-B reply No [rakes] there',
      'main:3-A said We counted [rakes]',
    ]);
  });

  test('subagents and what was said twice', async () => {
    const { source, rows } = await openDrawn(`
      u1           prompt Look
      a1           m1 call c1 Task {"prompt":"Look around"}
      s1!side<null prompt Look around
      s2!side      m2 text I look
      r1<a1        result c1 looked
      u2<r1        prompt Try this
      u3<r1@90     prompt Try that
      a2           m3 text Tried
    `);
    const found = await hitsIn(source, rows, 'look|tr(y|ied)', { isPattern: true });
    expect(found).toHaveLength(8);
    expect(new Set(found).size).toBe(8);
  });

  test('a reply that was written again after a compaction is found where it was given', async () => {
    const { source, rows } = await openDrawn(`
      u1       prompt Look
      a1       m1 call c1 Read {"path":"rakes"}
      r1       result c1 three
      b1<r1    boundary
      s1<b1    summary It goes on
      a1b<s1   m1 call c1 Read {"path":"rakes"}
      a2<a1b   m2 text Done
    `);
    expect(await hitsIn(source, rows, 'rakes')).toEqual(['main:1-A call Read path: [rakes]']);
  });

  test('what is appended is found', async () => {
    const { source, rows, path } = await openDrawn(drawing);
    const searches = new RunSearches(async () => source);
    expect((await searches.search(stateOf(rows), query('hoe'), 0, never)).total).toBe(0);
    const more = drawTranscript('r2<a4 result c2 one hoe').slice(-1);
    await appendFile(path, textOf(more));
    expect((await searches.search(stateOf(await source.rows()), query('hoe'), 0, never)).total).toBe(1);
  });
});

describe('pages and bounds', () => {
  test('hits come by fifty, with their count and that of their turns', async () => {
    const { source, rows } = await openDrawn(`u1 prompt ${'rake '.repeat(60)}\na1 m1 text one more rake`);
    const searches = new RunSearches(async () => source);
    const state = stateOf(rows);
    const first = await searches.search(state, query('rake'), 0, never);
    expect(first).toMatchObject({ from: 0, total: 61, turns: 2, isCut: false, unread: 0 });
    expect(first.hits).toHaveLength(50);
    const second = await searches.search(state, query('rake'), 50, never);
    expect(second.hits.map(hit => hit.kind)).toEqual([...Array(10).fill('said'), 'reply']);
  });

  test('more than anyone steps through is cut, and said', async () => {
    const { source, rows } = await openDrawn(`u1 prompt ${'a'.repeat(6_000)}\na1 m1 text a`);
    const reply = await new RunSearches(async () => source).search(stateOf(rows), query('a'), 0, never);
    expect(reply).toMatchObject({ total: 5_000, isCut: true });
  });

  test('a search that nobody waits for stops, and is not kept', async () => {
    const { source, rows } = await openDrawn('u1 prompt rake\na1 m1 text rake');
    const searches = new RunSearches(async () => source);
    const state = stateOf(rows);
    expect((await searches.search(state, query('rake'), 0, AbortSignal.abort())).total).toBe(0);
    expect((await searches.search(state, query('rake'), 0, never)).total).toBe(2);
  });

  test('a pattern that cannot be used is refused', async () => {
    const { source, rows } = await openDrawn('u1 prompt rake\na1 m1 text rake');
    const searching = new RunSearches(async () => source).search(
      stateOf(rows),
      query('(', { isPattern: true }),
      0,
      never,
    );
    await expect(searching).rejects.toMatchObject({ code: 'bad-pattern' });
  });
});

describe('who brought this in', () => {
  test('the first turn on the line of a scene, not on another', async () => {
    const { source, rows } = await openedFolder(`
      checkpoints   | 0-B..4-B
      checkpoints-b | 2-B 3-A..4-B@b/3
    `);
    const searches = new RunSearches(async () => source);
    const state = stateOf(rows);
    const { hit, isWhole } = await searches.firstSeen(state, 'main:4-B', 'text   3', never);
    expect([hit && hitWords(hit, rows), isWhole]).toEqual(['main:3-B result [text 3]', true]);
    expect((await searches.firstSeen(state, 'main:2-B', 'text 3', never)).hit).toBeNull();
    expect((await searches.firstSeen(state, 'b:4-B', 'b step 3', never)).hit?.kind).toBe('reply');
    await expect(searches.firstSeen(state, 'main:9-B', 'x', never)).rejects.toMatchObject({
      code: 'no-such-scene',
    });
  });
});

describe('what is worth a look', () => {
  test('facts are taken from the messages of each turn', async () => {
    const { source, rows } = await openDrawn(`
      u1  prompt Fix it
      a1  m1 call c1 Bash {"command":"npm test"}
      r1  error c1 Exit code 1 at a.test.ts
      a2  m2 call c2 Edit {"file_path":"b.ts","old_string":"x","new_string":"y"}
      r2  result c2 done
      a3  m3 call c3 Bash {"command":"npm test"}
      r3  error c3 Exit code 1 at a.test.ts
      a4  m4 text The bug is fixed.
    `);
    const { remarks, looked, turns } = await new RunSearches(async () => source).remarks(
      stateOf(rows),
      true,
      never,
    );
    const graph = buildRunGraph(rows);
    const short = remarks.map(
      ({ rule, turns: ids }) => `${rule} ${ids.map(id => graph.turns.get(id)?.turn)}`,
    );
    expect(short).toEqual(['edit-beside 2', 'never-green 1,3', 'claim-while-red 4']);
    expect([looked, turns]).toEqual([5, 5]);
  });

  test('of a large run only the beginning, unless all of it is asked for', async () => {
    const lines = Array.from({ length: 12 }, (_, index) => `a${index} m${index} text ${'word '.repeat(20)}`);
    const { source, rows } = await openDrawn(['u0 prompt go', ...lines].join('\n'));
    const searches = new RunSearches(async () => source, 500);
    const quick = await searches.remarks(stateOf(rows), false, never);
    expect([quick.looked, quick.turns]).toEqual([6, 13]);
    expect((await searches.remarks(stateOf(rows), true, never)).looked).toBe(13);
  });

  test('nothing to look at is no remark', () => {
    expect(lookHere([])).toEqual([]);
  });
});
