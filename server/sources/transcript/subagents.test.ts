import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildRunGraph } from '../../../shared/runGraph.ts';
import { drawTranscript } from './testing/drawTranscript.ts';
import { openAt, openDrawn, placesOf, rowAt, textOf } from './testing/openDrawn.ts';

const inline = `
  u1            prompt Look around
  a1            m1 call c1 Task {"prompt":"Look in the shed"}
  a2            m1 call c2 Task {"prompt":"Look on the roof"}
  s1!side<null  prompt Look on the roof
  t1!side<null  prompt Look in the shed
  s2!side<s1    n1 text Tiles
  t2!side<t1    k1 call c9 Read
  t3!side       result c9 rakes
  t4!side       k2 text Rakes
  r2<a2         result c2 Tiles
  r1<r2         result c1 Rakes
  a3            m2 text Rakes and tiles
`;

describe('subagents in the same file', () => {
  test('each is a branch of its own, linked to the call with its prompt', async () => {
    const { rows, wordsAt } = await openDrawn(inline);
    const origin = rowAt(rows, 'main', '1-A').id;
    const agents = rows.branches.filter(branch => branch.kind === 'subagent');
    expect(agents).toMatchObject([
      { name: 'agent-1', parent: 'main', origin, originCall: 'c2' },
      { name: 'agent-2', parent: 'main', origin, originCall: 'c1' },
    ]);
    expect(placesOf(rows, 'main')).toBe('0-B 1-A 1-B 2-B');
    expect(placesOf(rows, 'agent-2')).toBe('0-B 1-A 1-B 2-B');
    expect(await wordsAt('agent-2', '2-B')).toEqual(['u "Look in the shed"', 'a ?c9', 'u !c9', 'a "Rakes"']);
    expect(await wordsAt('main', '2-B')).toEqual([
      'u "Look around"',
      'a ?c1 ?c2',
      'u !c1 !c2',
      'a "Rakes and tiles"',
    ]);
    expect([...buildRunGraph(rows).turns.values()].every(turn => turn.state === 'line')).toBe(true);
  });

  test('two with the same prompt go to two calls', async () => {
    const { rows } = await openDrawn(inline.replaceAll('on the roof', 'in the shed'));
    const calls = rows.branches.map(branch => branch.originCall);
    expect(calls.toSorted()).toEqual(['c1', 'c2', null]);
  });

  test('a call that was over before it began is not its call', async () => {
    const { rows } = await openDrawn(`
      u1            prompt Look around
      a1            m1 call c1 Task {"prompt":"Look in the shed"}
      e1            error c1 refused
      a2            m2 call c2 Task {"prompt":"Look in the shed"}
      s1!side<null  prompt Look in the shed
      s2!side       n1 text Rakes
      r2<a2         result c2 Rakes
    `);
    expect(rows.branches[1]).toMatchObject({ originCall: 'c2', origin: rowAt(rows, 'main', '2-A').id });
  });

  test('one whose call is not in the file has none', async () => {
    const { rows } = await openDrawn(
      inline.replace('s1!side<null  prompt Look', 's1!side<null  prompt Jump'),
    );
    expect(
      rows.branches.filter(branch => branch.kind === 'subagent').map(branch => branch.originCall),
    ).toEqual([null, 'c1']);
  });
});

const caller = `
  u1  prompt Look around
  a1  m1 call c1 Agent {"prompt":"Look in the shed"}
  r1  result c1 Rakes agent=7f
  a2  m2 text Rakes
`;
const agent = `
  s1!side<null  prompt Look in the shed
  s2!side       n1 call c8 Agent {"prompt":"Count"}
  s3!side       result c8 three agent=8e
  s4!side       n2 text Rakes
`;
const nested = `
  t1!side<null  prompt Count
  t2!side       k1 text three
`;

describe('subagents in files of their own', () => {
  test('below the session, linked by the agent that the result names; nested ones to the call in theirs', async () => {
    const { rows, wordsAt, source } = await openDrawn(caller, {
      'shed/subagents/agent-7f.jsonl': agent,
      'shed/subagents/agent-8e.jsonl': nested,
      'shed/subagents/agent-acompact-1.jsonl': nested,
    });
    const byCall = new Map(rows.branches.map(branch => [branch.originCall, branch]));
    const first = byCall.get('c1');
    const second = byCall.get('c8');
    expect(rows.branches).toHaveLength(3);
    expect(first).toMatchObject({ kind: 'subagent', parent: 'main', origin: rowAt(rows, 'main', '1-A').id });
    expect(second).toMatchObject({ kind: 'subagent', parent: first?.name });
    expect(await wordsAt(second?.name ?? '', '1-B')).toEqual(['u "Count"', 'a "three"']);
    const row = rowAt(rows, first?.name ?? '', '2-B');
    expect(row.provenance).toEqual({ file: join('shed', 'subagents', 'agent-7f.jsonl'), line: 4 });
    expect((await source.scene(row.id)).lines).toEqual([1, 2, 3, 4]);
  });

  test('a note beside the file names the call', async () => {
    const { rows } = await openDrawn(caller.replace(' agent=7f', ''), {
      'shed/subagents/agent-7f.jsonl': agent.replace('Look in the shed', 'Something else'),
      'shed/subagents/agent-7f.meta.json': '{"toolUseId":"c1","agentType":"any"}',
    });
    expect(rows.branches[1]?.originCall).toBe('c1');
  });

  test('beside the session, if it is of this session', async () => {
    const { rows } = await openDrawn(caller, { 'agent-7f.jsonl': agent });
    expect(rows.branches[1]).toMatchObject({ kind: 'subagent', originCall: 'c1' });
    const foreign = drawTranscript(agent).map(line =>
      line.replace('"sessionId":"shed"', '"sessionId":"other"'),
    );
    const { path } = await openDrawn(caller);
    await writeFile(join(dirname(path), 'agent-7f.jsonl'), textOf(foreign));
    expect((await openAt(path)).rows.branches).toHaveLength(1);
  });

  test('one that cannot be read harms itself alone', async () => {
    const { path } = await openDrawn(caller);
    await mkdir(join(dirname(path), 'shed/subagents/agent-7f.jsonl'), { recursive: true });
    const { rows } = await openAt(path);
    expect(placesOf(rows, 'main')).toBe('0-B 1-A 1-B 2-B');
    expect(rows.problems.map(problem => problem.code)).toEqual(['unreadable-file']);
  });

  test('one beside the session that cannot be read harms itself alone, and a session may have no ending', async () => {
    const { path } = await openDrawn(caller);
    await mkdir(join(dirname(path), 'agent-7f.jsonl'));
    expect((await openAt(path)).rows.problems.map(problem => problem.code)).toEqual(['unreadable-file']);
    const bare = path.replace('.jsonl', '');
    await rename(path, bare);
    await rm(join(dirname(path), 'agent-7f.jsonl'), { recursive: true });
    expect((await openAt(bare)).rows.problems).toEqual([]);
  });

  test('files that come and go are noticed', async () => {
    const { path, source } = await openDrawn(caller);
    const own = join(dirname(path), 'shed/subagents');
    await mkdir(own, { recursive: true });
    await writeFile(join(own, 'agent-7f.jsonl'), textOf(drawTranscript(agent)));
    expect((await source.rows()).branches).toHaveLength(2);
    await appendFile(join(own, 'agent-7f.jsonl'), textOf(drawTranscript('s5!side<s4  n3 text More')));
    expect(placesOf(await source.rows(), 'agent-1')).toBe('0-B 1-A 1-B 2-B 3-B');
    await rm(own, { recursive: true });
    expect((await source.rows()).branches).toHaveLength(1);
  });
});
