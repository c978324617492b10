import { describe, expect, test } from 'vitest';
import { danglingCalls } from '../../../shared/calls.ts';
import { buildRunGraph, sceneAt } from '../../../shared/runGraph.ts';
import { turnContentOf } from '../../../shared/sceneRow.ts';
import { openDrawn, placesOf, rowAt } from './testing/openDrawn.ts';

describe('replies', () => {
  const spread = `
    h0  progress
    u1  prompt Tidy the shed
    a1  m1 think where to begin
    a2  m1 text Looking first
    a3  m1 other of a later year
    a4  m1 call c1 Read {"path":"shed.txt"} out=50 stop=tool_use
    r1  result c1 three rakes
    a5  m2 text All tidy out=7 stop=end_turn
  `;

  test('one message spread over several records is one reply, its usage counted once', async () => {
    const { rows } = await openDrawn(spread);
    expect(placesOf(rows, 'main')).toBe('0-B 1-A 1-B 2-B');
    expect(rowAt(rows, 'main', '1-A')).toMatchObject({
      words: 'Looking first',
      input: 'Tidy the shed',
      stopReason: 'tool_use',
      usage: { input_tokens: 100, output_tokens: 50 },
      tokensUsed: 150,
      flags: ['thinking'],
      provenance: { file: 'shed.jsonl', line: 3 },
    });
    expect(rowAt(rows, 'main', '2-B').tokensUsed).toBe(257);
  });

  test('blocks are kept one by one and in order, signatures and unknown ones too', async () => {
    const { messagesAt, source, rows } = await openDrawn(spread);
    expect((await messagesAt('main', '1-B'))[1]?.content).toEqual([
      { type: 'thinking', thinking: 'where to begin', signature: 'sig-where to begin' },
      { type: 'text', text: 'Looking first' },
      { type: 'block_of_tomorrow', words: ['of', 'a', 'later', 'year'] },
      { type: 'tool_use', id: 'c1', name: 'Read', input: { path: 'shed.txt' } },
    ]);
    expect((await source.scene(rowAt(rows, 'main', '2-B').id)).lines).toEqual([2, 3, 7, 8]);
  });

  test('at A the calls are open, at B they have their results', async () => {
    const { rows, wordsAt } = await openDrawn(spread);
    expect(rowAt(rows, 'main', '1-A').calls).toMatchObject([
      { id: 'c1', state: 'dangling', detail: 'shed.txt' },
    ]);
    expect(rowAt(rows, 'main', '1-B').calls).toMatchObject([{ state: 'answered', result: 'three rakes' }]);
    expect(await wordsAt('main', '1-A')).toEqual(['u "Tidy the shed"', 'a ~ "Looking first" * ?c1']);
    expect(await wordsAt('main', '1-B')).toHaveLength(3);
  });

  test('another message between two pieces of a reply does not tear it', async () => {
    const { rows, wordsAt } = await openDrawn(`
      u1  prompt Count the rakes
      a1  m1 text One moment
      a2  m2 text By the way
      a3  m1 call c1 Read
      r1  result c1 three
      a4  m3 text Three
    `);
    expect(placesOf(rows, 'main')).toBe('0-B 1-A 1-B 2-B 3-B');
    expect(await wordsAt('main', '3-B')).toEqual([
      'u "Count the rakes"',
      'a "One moment" ?c1',
      'u !c1',
      'a "By the way"',
      'a "Three"',
    ]);
  });
});

describe('calls and results', () => {
  test('parallel calls with their results between them are one turn, results in the order of the calls', async () => {
    const { rows, wordsAt } = await openDrawn(`
      u1     prompt Look everywhere
      a1     m1 call c1 Read
      p1     progress
      a2<a1  m1 call c2 Grep
      r2     result c2 second
      r1<a1  result c1 first
      a3<r2  m1 call c3 Bash
      e3     error c3 Exit code 1
      a4<e3  m2 text Done
    `);
    expect(placesOf(rows, 'main')).toBe('0-B 1-A 1-B 2-B');
    expect(await wordsAt('main', '1-B')).toEqual(['u "Look everywhere"', 'a ?c1 ?c2 ?c3', 'u !c1 !c2 !c3']);
    expect(rowAt(rows, 'main', '1-B').calls.map(call => call.state)).toEqual([
      'answered',
      'answered',
      'error',
    ]);
    expect(rows.branches).toHaveLength(1);
  });

  test('a tail that is partly answered has no B; its A holds the answers that are there', async () => {
    const { rows, messagesAt } = await openDrawn(`
      u1     prompt Look twice
      a1     m1 call c1 Read
      a2     m1 call c2 Bash
      r2     result c2 seen
    `);
    expect(placesOf(rows, 'main')).toBe('0-B 1-A');
    expect(rowAt(rows, 'main', '1-A').calls.map(call => call.state)).toEqual(['dangling', 'answered']);
    expect(danglingCalls(await messagesAt('main', '1-A'))).toHaveLength(1);
    expect(rows.branches[0]?.state).toBe('interrupted');
  });

  test('where the run went on without a result, the turn has a B and the call dangles in it', async () => {
    const { rows, messagesAt } = await openDrawn(`
      u1     prompt Look twice
      a1     m1 call c1 Read
      a2     m1 call c2 Bash
      r2     result c2 seen
      u2     prompt Never mind
      a3     m2 text Fine
    `);
    expect(placesOf(rows, 'main')).toBe('0-B 1-A 1-B 2-B');
    expect(rowAt(rows, 'main', '1-B').calls.map(call => call.state)).toEqual(['dangling', 'answered']);
    expect(danglingCalls(await messagesAt('main', '2-B')).map(call => call.id)).toEqual(['c1']);
  });

  test('text beside a result comes after all results', async () => {
    const { wordsAt } = await openDrawn(`
      u1     prompt Look twice
      a1     m1 call c1 Read
      a2     m1 call c2 Read
      r1     result c1 one + and hurry
      r2     result c2 two
      a3     m2 text Done
    `);
    expect(await wordsAt('main', '1-B')).toEqual(['u "Look twice"', 'a ?c1 ?c2', 'u !c1 !c2']);
    expect((await wordsAt('main', '2-B'))[2]).toBe('u !c1 !c2 "and hurry"');
  });

  test('a result without a call is kept where it stands and named', async () => {
    const { rows, wordsAt } = await openDrawn(`
      r0<gone  result c0 from before
      a1       m1 text Going on
    `);
    expect(await wordsAt('main', '1-B')).toEqual(['u !c0', 'a "Going on"']);
    expect(rows.problems.map(problem => problem.code)).toEqual(['missing-parent', 'orphan-result']);
  });

  test('an id used again belongs to the call it follows', async () => {
    const { rows } = await openDrawn(`
      u1  prompt Pay twice
      a1  m1 call c1 pay {"to":"A"}
      r1  result c1 paid A
      a2  m2 call c1 pay {"to":"B"}
      e2  error c1 no money
      a3  m3 text Done
    `);
    expect(rowAt(rows, 'main', '1-B').calls[0]?.result).toBe('paid A');
    expect(rowAt(rows, 'main', '2-B').calls[0]).toMatchObject({ state: 'error', result: 'no money' });
  });

  test('an id used again is told apart by the record a result hangs on, then by the order', async () => {
    const { rows } = await openDrawn(`
      u1     prompt Pay twice
      a1     m1 call c1 pay {"to":"A"}
      p1     progress
      r1     result c1 paid A
      a2     m2 call c1 pay {"to":"B"}
      a3     m3 call c1 pay {"to":"C"}
      r2<a2  result c1 paid B
      r3<a3  result c1 paid C
      a4     m4 text Done
    `);
    const results = ['1-B', '2-B', '3-B'].map(place => rowAt(rows, 'main', place).calls[0]?.result);
    expect(results).toEqual(['paid A', 'paid B', 'paid C']);
  });

  test('a second result for a call is named and left out', async () => {
    const { rows, wordsAt } = await openDrawn(`
      u1  prompt Look
      a1  m1 call c1 Read
      r1  result c1 first
      r2  result c1 again
      a2  m2 text Done
    `);
    expect(rows.problems.map(problem => problem.code)).toEqual(['repeated-result']);
    expect(await wordsAt('main', '2-B')).toEqual(['u "Look"', 'a ?c1', 'u !c1', 'a "Done"']);
  });
});

describe('what is said between replies', () => {
  test('turns are counted by replies, whatever user records lie between them', async () => {
    const { rows, wordsAt } = await openDrawn(`
      u1  prompt First
      m0  meta A skill, read aloud
      a1  m1 text One
      x1  command /model
      o1  output switched
      u2  prompt Second
      a2  m2 text Two
    `);
    expect(placesOf(rows, 'main')).toBe('0-B 1-B 2-B');
    expect(rowAt(rows, 'main', '2-B').input).toBe('/model Second');
    expect(await wordsAt('main', '2-B')).toHaveLength(4);
  });

  test('a prompt from the queue stands behind the results, also where its record is a dead end', async () => {
    const { rows, wordsAt } = await openDrawn(`
      u1     prompt Look
      a1     m1 call c1 Read
      q1     queued And the roof?
      r1<a1  result c1 seen
      a2     m2 text Both
    `);
    expect(await wordsAt('main', '2-B')).toEqual(['u "Look"', 'a ?c1', 'u !c1 "And the roof?"', 'a "Both"']);
    expect(rowAt(rows, 'main', '2-B').input).toBe('And the roof?');
    expect(rows.branches).toHaveLength(1);
  });

  test('an interruption marks the turn it ended', async () => {
    const { rows } = await openDrawn(`
      u1  prompt Look
      a1  m1 call c1 Read
      e1  error c1 rejected
      i1  interrupted
      u2  prompt Rather not
      a2  m2 text Fine
    `);
    expect(
      rows.scenes.filter(row => row.flags.includes('interrupted')).map(row => `${row.turn}-${row.point}`),
    ).toEqual(['1-B']);
  });

  test('a prompt that nothing answered waits in a scene of its own', async () => {
    const { rows, wordsAt } = await openDrawn(`
      u1  prompt Look
      a1  m1 text Seen
      u2  prompt And now?
    `);
    expect(placesOf(rows, 'main')).toBe('0-B 1-B 2-B');
    expect(rowAt(rows, 'main', '2-B')).toMatchObject({ words: 'And now?', model: null, calls: [] });
    expect(await wordsAt('main', '2-B')).toEqual(['u "Look"', 'a "Seen"', 'u "And now?"']);
    expect(rows.branches[0]?.state).toBe('interrupted');
  });

  test('an API error is shown on the branch and never part of messages', async () => {
    const { rows, wordsAt } = await openDrawn(`
      u1  prompt Look
      e1  api-error Overloaded
      u2  prompt Again
      a1  m1 text Seen
      u3  prompt More
      e2  api-error Overloaded again
    `);
    expect(await wordsAt('main', '1-B')).toEqual(['u "Look" "Again"', 'a "Seen"']);
    expect(rows.branches[0]).toMatchObject({
      state: 'failed',
      problem: { code: 'model-failed', params: { detail: 'Overloaded again' } },
    });
  });
});

describe('branches', () => {
  test('the same prompt sent twice makes a fork; the live one is main', async () => {
    const { rows, wordsAt } = await openDrawn(`
      h0        progress
      u1        prompt Tidy up
      i1        interrupted
      u2<h0@60  prompt Tidy up, please
      a1        m1 text Done
    `);
    expect(rows.branches.map(({ name, kind, parent, head }) => ({ name, kind, parent, head }))).toEqual([
      { name: 'main', kind: 'main', parent: null, head: rowAt(rows, 'main', '1-B').id },
      { name: 'fork-1', kind: 'fork', parent: 'main', head: rowAt(rows, 'fork-1', '0-B').id },
    ]);
    expect(await wordsAt('fork-1', '0-B')).toEqual(['u "Tidy up" "[Request interrupted by user]"']);
    expect(await wordsAt('main', '1-B')).toEqual(['u "Tidy up, please"', 'a "Done"']);
  });

  test('a deep rewind leaves a long line behind, which forks from the turn it left', async () => {
    const { rows, wordsAt } = await openDrawn(`
      u1       prompt Tidy up
      a1       m1 text Done
      u2       prompt Paint it red
      a2       m2 call c1 Write
      r1       result c1 ok
      a3       m3 text Red
      u3<a1    prompt Paint it blue
      a4       m4 text Blue
    `);
    expect(placesOf(rows, 'main')).toBe('0-B 1-B 2-B');
    expect(placesOf(rows, 'fork-1')).toBe('2-A 2-B 3-B');
    expect(rows.branches[1]).toMatchObject({ kind: 'fork', origin: rowAt(rows, 'main', '1-B').id });
    expect(await wordsAt('fork-1', '3-B')).toEqual([
      'u "Tidy up"',
      'a "Done"',
      'u "Paint it red"',
      'a ?c1',
      'u !c1',
      'a "Red"',
    ]);
    const graph = buildRunGraph(rows);
    expect([...graph.turns.values()].map(turn => turn.state)).toEqual(Array(5).fill('line'));
    const address = { kind: 'turn', branch: 'fork-1', turn: 1, point: null, move: null } as const;
    expect(sceneAt(graph, address)?.words).toBe('Done');
  });

  test('a rewind to before the first prompt is a root of its own', async () => {
    const { rows } = await openDrawn(`
      u1       prompt Tidy up
      a1       m1 text Done
      u2<null  prompt Sell it
      a2       m2 text Sold
    `);
    expect(placesOf(rows, 'main')).toBe('0-B 1-B');
    expect(rowAt(rows, 'main', '1-B').words).toBe('Sold');
    expect(rows.branches[1]).toMatchObject({ name: 'fork-1', origin: null });
  });

  test('the last leaf that the file names is live, not the newest', async () => {
    const { rows } = await openDrawn(`
      u1       prompt Tidy up
      a1       m1 text Done
      u2       prompt Paint it red
      a2       m2 text Red
      u3<a1    prompt Paint it blue
      a3       m3 text Blue
      -        leaf u2
    `);
    expect(rowAt(rows, 'main', '2-B').words).toBe('Red');
    expect(rowAt(rows, 'fork-1', '2-B').words).toBe('Blue');
  });

  test('the dead side of a resume is discarded, not a fork', async () => {
    const { rows, wordsAt } = await openDrawn(`
      u1       prompt Tidy up
      a1       m1 text Almost
      i1       interrupted
      x1       command /exit
      n1<u1@90 no-response
      u2       prompt Go on
      a2       m2 text Done
    `);
    expect(rows.branches.map(branch => `${branch.name} ${branch.kind}`)).toEqual([
      'main main',
      'discarded-1 discarded',
    ]);
    expect(placesOf(rows, 'discarded-1')).toBe('1-B');
    expect(await wordsAt('main', '1-B')).toEqual([
      'u "Tidy up"',
      'a "No response requested."',
      'u "Go on"',
      'a "Done"',
    ]);
  });

  test('where a resume stands among them, prompts are what it left dead', async () => {
    const { rows } = await openDrawn(`
      u1       prompt Tidy up
      a1       m1 text Done
      x1       command /exit
      x2<a1    command /exit
      n1<a1@90 no-response
      u2       prompt Go on
      a2       m2 text Fine
    `);
    expect(rows.branches.map(branch => branch.kind)).toEqual(['main', 'discarded', 'discarded']);
  });

  test('a replay with equal times is one line', async () => {
    const { rows, wordsAt } = await openDrawn(`
      u1        prompt Tidy up
      a1@20     m1 text Done
      u2@30     prompt Go on
      w2<a1@30  prompt Go on
      a2<w2@40  m2 text On it
    `);
    expect(rows.branches).toHaveLength(1);
    expect(await wordsAt('main', '2-B')).toEqual(['u "Tidy up"', 'a "Done"', 'u "Go on"', 'a "On it"']);
  });
});

describe('compaction', () => {
  const compacted = `
    u1  prompt Tidy up
    a1  m1 call c1 Read
    r1  result c1 rakes
    a2  m2 text Half done
    b1  boundary
    s1  summary So far: rakes
    a3  m3 text Going on
  `;

  test('messages start anew from the summary, the line goes on', async () => {
    const { rows, wordsAt } = await openDrawn(compacted.replace('s1  summary', 's1<b1  summary'));
    expect(placesOf(rows, 'main')).toBe('0-B 1-A 1-B 2-B 3-B');
    expect(await wordsAt('main', '3-B')).toEqual(['u "So far: rakes"', 'a "Going on"']);
    expect(rowAt(rows, 'main', '3-B')).toMatchObject({
      flags: ['compaction'],
      parent: rowAt(rows, 'main', '2-B').id,
      messageCount: 2,
    });
    expect(rowAt(rows, 'main', '3-B').tokensUsed).toBe(303);
  });

  test('messages that outlived it stand behind their anchor', async () => {
    const { wordsAt } = await openDrawn(`
      u1     prompt Tidy up
      a1     m1 text Half done
      u2     prompt Hurry
      a2     m2 text Yes
      b1     boundary keep=u2..a2@s1
      s1<b1  summary So far: half
      u3<a2  prompt And?
      a3     m3 text Done
    `);
    expect(await wordsAt('main', '3-B')).toEqual([
      'u "So far: half" "Hurry"',
      'a "Yes"',
      'u "And?"',
      'a "Done"',
    ]);
  });

  test('also where the last of them is not the last record before it', async () => {
    const { rows, wordsAt } = await openDrawn(`
      u1     prompt Tidy up
      a1     m1 text Half done
      p1     progress
      b1     boundary keep=a1..a1@b1
      s1<b1  summary So far: half
      m1x    meta Rules, read again
      u2<a1  prompt And?
      a2     m2 text Done
      -      leaf a2
    `);
    expect(await wordsAt('main', '2-B')).toEqual(['a "Half done"', 'u "So far: half" "And?"', 'a "Done"']);
    expect(rowAt(rows, 'main', '2-B').flags).toEqual(['compaction']);
  });

  test('a reply that is written again after it is context, not another turn', async () => {
    const { rows, wordsAt } = await openDrawn(`
      u1      prompt Tidy up
      a1      m1 text Half done
      b1      boundary
      s1<b1   summary So far: half
      a1x     m1 text Half done
      a2      m2 text Done
    `);
    expect(placesOf(rows, 'main')).toBe('0-B 1-B 2-B');
    expect(await wordsAt('main', '2-B')).toEqual(['u "So far: half"', 'a "Half done"', 'a "Done"']);
    expect(rowAt(rows, 'main', '2-B').tokensUsed).toBe(202);
  });

  test('a run that goes on from before a summary without a child goes on after it', async () => {
    const { rows, wordsAt } = await openDrawn(`
      u1     prompt Tidy up
      a1     m1 text Half done
      b1     boundary
      s1<b1  summary So far: half
      u2<a1  prompt And?
      a2     m2 text Done
    `);
    expect(rows.branches).toHaveLength(1);
    expect(await wordsAt('main', '2-B')).toEqual(['u "So far: half" "And?"', 'a "Done"']);
  });

  test('a call that it swallowed dangles before it and is no part of what follows', async () => {
    const { rows, messagesAt } = await openDrawn(`
      u1     prompt Tidy up
      a1     m1 call c1 Bash
      b1     boundary
      s1<b1  summary So far: nothing
      a2     m2 text Again
    `);
    expect(placesOf(rows, 'main')).toBe('0-B 1-A 1-B 2-B');
    expect(rowAt(rows, 'main', '1-B').calls[0]?.state).toBe('dangling');
    expect(danglingCalls(await messagesAt('main', '2-B'))).toEqual([]);
  });

  test('a boundary whose last record is not in the file follows what stands before it', async () => {
    const { rows } = await openDrawn(`
      u1       prompt Tidy up
      a1       m1 text Half done
      b1<lost  boundary
      s1<b1    summary So far: half
      a2       m2 text Done
    `);
    expect(placesOf(rows, 'main')).toBe('0-B 1-B 2-B');
    expect(rowAt(rows, 'main', '2-B').parent).toBe(rowAt(rows, 'main', '1-B').id);
  });
});

describe('damaged trees', () => {
  test('a missing parent is named, and the history stays whole', async () => {
    const { rows } = await openDrawn(`
      u1       prompt One
      a1       m1 text Two
      u3<lost  prompt Three
      a3       m3 text Four
    `);
    expect(rows.problems).toEqual([
      { code: 'missing-parent', params: { where: 'shed.jsonl', line: 3, parent: 'lost' } },
    ]);
    expect(placesOf(rows, 'main')).toBe('0-B 1-B 2-B');
    expect(rowAt(rows, 'main', '2-B').messageCount).toBe(4);
  });

  test('a circle of parents is cut and everything in it shown', async () => {
    const { rows } = await openDrawn(`
      u1<a1  prompt One
      a1<u1  m1 text Two
    `);
    expect(rows.scenes.map(row => row.words)).toContain('Two');
  });

  test('thousands of forks, one inside the other or side by side, are lines like any others', async () => {
    const nested = Array.from(
      { length: 3000 },
      (_, index) =>
        `n${index}${index === 0 ? '' : `<n${index - 1}`} prompt Try\nd${index}<n${index} prompt Give up`,
    );
    const beside = Array.from({ length: 3000 }, (_, index) => `s${index}<n0 prompt Again`);
    const { rows } = await openDrawn([...nested, ...beside].join('\n'));
    expect(rows.branches).toHaveLength(6000);
  });

  test('compactions that name each other as kept do not go round in circles', async () => {
    const { rows, wordsAt } = await openDrawn(`
      u1        prompt One
      b1        boundary keep=s2..s2@s1
      s1<b1     summary First
      b2<s1     boundary keep=s1..s1@s2
      s2<b2     summary Second
      a1        m1 text Done
    `);
    expect(rows.branches).toHaveLength(1);
    expect(await wordsAt('main', '1-B')).toEqual(['u "Second" "First"', 'a "Done"']);
  });

  test('a record written twice counts once', async () => {
    const { rows } = await openDrawn(`
      u1     prompt One
      a1     m1 text Two out=30
      a1<u1  m1 text Two out=30
      u2     prompt Three
      a2     m2 text Four
    `);
    expect(rows.problems).toEqual([
      { code: 'repeated-record', params: { where: 'shed.jsonl', line: 3, first: 2 } },
    ]);
    expect(rowAt(rows, 'main', '1-B').tokensUsed).toBe(130);
  });

  test('unknown records are kept as places in the tree and otherwise passed over', async () => {
    const { rows } = await openDrawn(`
      -   title The shed
      u1  prompt One
      h1  hook
      -   news from tomorrow
      a1  m1 text Two
    `);
    expect(rows.run).toMatchObject({ title: 'The shed', task: 'One', kind: 'transcript', readOnly: true });
    expect(rows.problems).toEqual([]);
    expect(placesOf(rows, 'main')).toBe('0-B 1-B');
  });

  test('a file without a message is a run without scenes', async () => {
    const { rows } = await openDrawn('-  summary-of elsewhere');
    expect([rows.scenes, rows.problems, rows.run.title]).toEqual([[], [], 'shed.jsonl']);
  });
});

test('rows say what their scenes hold', async () => {
  const { rows, source } = await openDrawn(`
    u1     prompt Look everywhere
    a1     m1 think hm
    a2     m1 text Two things
    a3     m1 call c1 Read {"path":"a"}
    r1     result c1 first
    a4     m1 call c2 Bash {"command":"ls"}
    r2     error c2 broken
    u2     prompt Go on
    a5     m2 text Done stop=max_tokens
  `);
  for (const row of rows.scenes) {
    const { checkpoint } = await source.scene(row.id);
    const { words, input, calls, flags, messageCount } = row;
    const content = turnContentOf(checkpoint?.messages ?? [], row.turn, row.stopReason);
    expect({ words, input, calls, flags, messageCount }).toEqual(content);
    expect(checkpoint).toMatchObject({
      id: row.id,
      turns: row.turn,
      tokensUsed: row.tokensUsed,
      task: 'Look everywhere',
    });
  }
});
