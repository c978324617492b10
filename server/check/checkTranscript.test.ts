import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { drawTranscript } from '../sources/transcript/testing/drawTranscript.ts';
import { checkTranscript } from './checkTranscript.ts';

/** A session with every oddity: glued to nothing yet, so that each mutation changes exactly what it says. */
const lines = drawTranscript(`
  -          title The shed
  h0         progress
  u1         prompt Tidy the shed
  i1         interrupted
  u2<h0@60   prompt Tidy the shed, please
  a1         m1 think hm
  a2         m1 call c1 Read {"path":"a"}
  r1         result c1 rakes
  a3<a2      m1 call c2 Bash {"command":"ls"}
  e2         error c2 Exit code 1
  t1         m2 call c3 Task {"prompt":"Look around"}
  s1!side<null  prompt Look around
  s2!side    n1 call c8 Read
  s3!side    error c8 no such file
  s4!side    n2 text Nothing
  r3<t1      result c3 Nothing
  b1         boundary
  z1<b1      summary So far: a mess
  a5         m3 text Half done
  x1         command /exit
  y1<a5@99   no-response
  u4         prompt Go on
  a6         m4 call c4 Bash
  a7         m4 call c5 Read
  r5         result c5 one
`);

const whole = {
  records: 25,
  badLines: [],
  replies: 4,
  calls: 5,
  errorResults: 1,
  dangling: 1,
  branches: 1,
  compactions: 1,
  sidechainReplies: 2,
  sidechainCalls: 1,
  subagents: 1,
  discarded: 1,
};

async function countsOf(text: string) {
  const path = join(await temporaryFolder(), 'shed.jsonl');
  await writeFile(path, text);
  const { kind, path: _, scenes: __, problems, ...counts } = await checkTranscript(path);
  expect(kind).toBe('transcript');
  return { counts, problems };
}

const joined = (some: readonly string[]) => some.map(line => `${line}\n`).join('');

test('a session with every oddity is counted', async () => {
  const { counts, problems } = await countsOf(joined(lines));
  expect(counts).toEqual(whole);
  expect(problems).toEqual([]);
});

describe('mutations change what they must and nothing else', () => {
  const each = lines.map((_, index) => index);

  test('any two lines glued into one', async () => {
    for (const index of each.slice(0, -1)) {
      const glued = lines.toSpliced(index, 2, `${lines[index]}${lines[index + 1]}`);
      expect((await countsOf(joined(glued))).counts, `line ${index + 1}`).toEqual({
        ...whole,
        badLines: [index + 1],
      });
    }
  });

  test('any line written twice', async () => {
    for (const index of each) {
      const doubled = lines.toSpliced(index, 0, lines[index] ?? '');
      const { counts } = await countsOf(joined(doubled));
      expect(counts, `line ${index + 1}`).toEqual({ ...whole, records: 26 });
    }
  });

  test('any two neighbours in the other order, and all of them backwards', async () => {
    for (const index of each.slice(0, -1)) {
      const swapped = lines.toSpliced(index, 2, lines[index + 1] ?? '', lines[index] ?? '');
      expect((await countsOf(joined(swapped))).counts, `line ${index + 1}`).toEqual(whole);
    }
    expect((await countsOf(joined(lines.toReversed()))).counts).toEqual(whole);
  });

  test('any line cut in the middle: what it held is gone, the rest is counted', async () => {
    for (const index of each) {
      const line = lines[index] ?? '';
      const cut = lines.with(index, line.slice(0, line.length / 2));
      const { counts } = await countsOf(joined(cut));
      const rest = naiveCounts(lines.toSpliced(index, 1));
      expect(counts, `line ${index + 1}`).toMatchObject({ ...rest, records: 24, badLines: [index + 1] });
    }
  });

  test('a torn last line, and blank lines between', async () => {
    const { counts, problems } = await countsOf(`${lines.join('\r\n\r\n')}\n{"type":"user","uu`);
    expect(counts).toEqual({ ...whole, badLines: [50] });
    expect(problems).toMatchObject([{ code: 'bad-line', line: 50 }]);
  });
});

/** Counted from the text alone, to predict what is left. */
function naiveCounts(some: readonly string[]) {
  const main = some.filter(line => line.includes('"isSidechain":false')).join('\n');
  const ids = (pattern: RegExp) => new Set([...main.matchAll(pattern)].map(([, id]) => id));
  const calls = ids(/"type":"tool_use","id":"(\w+)"/g);
  const answered = ids(/"tool_use_id":"(\w+)"/g);
  return {
    replies: ids(/"id":"(m\d)"/g).size,
    calls: calls.size,
    errorResults: ids(/"tool_use_id":"(\w+)"[^}]*"is_error":true/g).size,
    dangling: [...calls].filter(id => !answered.has(id)).length,
    compactions: ids(/"subtype":"(compact_boundary)"/g).size,
  };
}
