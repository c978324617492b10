import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProblems } from '../../shared/findProblems.ts';
import type { Message } from '../../shared/message.ts';
import { repairMessages } from '../../shared/repairMessages.ts';
import { strictViolations } from '../../shared/testing/strictChecker.ts';
import type { RunSource } from '../sources/runSource.ts';
import { ClaudeCodeSource } from '../sources/transcript/claudeCodeSource.ts';
import { openDrawn } from '../sources/transcript/testing/openDrawn.ts';

const folder = process.env.FORKPOINT_SESSIONS;
const files = folder ? readdirSync(folder).filter(name => name.endsWith('.jsonl')) : [];

/** Every cut of a history, from its first message alone to all of it, is mended into what a strict reader accepts. */
function expectEveryCutMended(messages: readonly Message[], what: string) {
  for (let end = 1; end <= messages.length; end++) {
    const cut = messages.slice(0, end);
    const { messages: copy } = repairMessages(cut);
    expect(strictViolations(copy), `${what}, cut behind message ${end}`).toEqual([]);
    if (findProblems(cut).every(problem => problem.severity === 'warning')) expect(copy).toBe(cut);
  }
}

async function headsOf(source: RunSource): Promise<(readonly Message[])[]> {
  const { branches } = await source.rows();
  const heads = branches.flatMap(({ head }) => head ?? []);
  return Promise.all(heads.map(async head => (await source.scene(head)).checkpoint?.messages ?? []));
}

describe('drawn sessions, cut anywhere', () => {
  test.each([
    [
      'parallel calls, an error, thinking',
      `
      u1     prompt Look everywhere
      a0     m1 think where to begin
      a1     m1 call c1 Read
      a2<a1  m1 call c2 Grep
      r2     result c2 second
      r1<a1  result c1 first
      a3<r2  m1 call c3 Bash
      e3     error c3 Exit code 1
      a4<e3  m2 text Done
      u2     prompt And now?
      a5     m3 text Nothing
    `,
    ],
    [
      'a compaction that swallowed a call',
      `
      u1  prompt Tidy
      a1  m1 call c1 Read
      b1  boundary
      s1  summary So far nothing was tidied
      a2  m2 call c2 Read
      r2  result c2 rakes
    `,
    ],
    [
      'calls in flight, one answered',
      `
      u1     prompt Look twice
      a1     m1 call c1 Read
      a2     m1 call c2 Read
      r1<a1  result c1 one
    `,
    ],
    [
      'it starts in the middle',
      `
      r0<lost  result gone nobody asked
      u1       prompt Go on
      a1       m1 text So it is
    `,
    ],
  ])('%s', async (name, drawing) => {
    const heads = await headsOf((await openDrawn(drawing)).source);
    expect(heads.flat().length).toBeGreaterThan(1);
    for (const messages of heads) expectEveryCutMended(messages, name);
  });
});

describe.skipIf(!folder)(
  'recorded sessions, cut anywhere (skipped where FORKPOINT_SESSIONS names no folder)',
  () => {
    test.each(files)(
      '%s: the repaired copy of every cut is legal',
      async name => {
        const heads = await headsOf(new ClaudeCodeSource({ path: join(folder ?? '', name), id: 'cut' }));
        for (const messages of heads) expectEveryCutMended(messages, name);
      },
      120_000,
    );
  },
);
