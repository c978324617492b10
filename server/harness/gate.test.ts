import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EffectsMode } from '../../shared/branch.ts';
import { MAIN } from '../../shared/branch.ts';
import type { Question } from '../../shared/gate.ts';
import { answerQuestion, type GivenAnswer } from '../gate/answerQuestion.ts';
import { voidLeftBehind } from '../gate/voidBehind.ts';
import type { RunStore } from '../store/runStore.ts';
import type { Tool, ToolOutcome } from '../tools/tool.ts';
import type { Answered } from './settled.ts';
import { answerHead, type GateRun, gateRuns, saveReply } from './testing/gateRun.ts';
import { call, toolOf } from './testing/scriptedParts.ts';

const mail = { to: 'team@example.org', body: 'done' };
const other = { to: 'boss@example.org', body: 'done' };

/** A tool that counts what it did in the world. @param gives what it gives instead of `sent` */
function sender(parts: Partial<Tool> = {}, gives: () => ToolOutcome = () => ({ content: 'sent' })) {
  const sent: unknown[] = [];
  const tool = toolOf('send', {
    target: input => (typeof input.to === 'string' ? input.to : null),
    run: async input => {
      sent.push(input);
      return gives();
    },
    ...parts,
  });
  return { tool, sent };
}

function questionOf(answered: Answered): Question {
  const question = answered.kind === 'waiting' ? answered.questions[0] : undefined;
  if (!question) throw new Error('nothing waits');
  return question;
}

function textsOf(answered: Answered): unknown[] {
  if (answered.kind === 'waiting') throw new Error('it waits');
  return answered.results.map(result => result.content);
}

describe.each(Object.entries(gateRuns))('the gate of a run in %s', (_, makeRun) => {
  /** A run whose main stands at a reply with these calls. */
  async function at(effects: EffectsMode, ...inputs: unknown[]) {
    const run = await makeRun(effects);
    const store = run.store();
    const calls = inputs.map((input, index) => call(`t${index + 1}`, 'send', input));
    await saveReply(store.branch(MAIN), calls);
    const answer = (tools: Tool[], ...more: [] | [Parameters<typeof answerHead>[3]]) =>
      answerHead(run, run.store().branch(MAIN), tools, ...more);
    return { run, store, answer };
  }

  /** Goes on after a whole turn with another reply. */
  const next = (store: RunStore, input: unknown, branch = MAIN) =>
    saveReply(store.branch(branch), [call('next', 'send', input)]);

  const say = (run: GateRun, answered: Answered, given: GivenAnswer) =>
    answerQuestion(run.store(), questionOf(answered).id, given);

  const ledgerOf = (run: GateRun, branch = MAIN) => run.store().branch(branch).loadEffects();

  describe('in ask mode', () => {
    test('an external call waits, and runs once the person says yes, also after a restart', async () => {
      const { run, answer } = await at('ask', mail);
      const { tool, sent } = sender();
      const asked = await answer([tool]);
      expect(questionOf(asked)).toMatchObject({ why: 'mode', name: 'send', input: mail, earlier: null });
      expect(await answer([tool])).toEqual(asked);
      expect(sent).toEqual([]);
      const { branches, questions } = await run.store().rows();
      expect(branches[0]?.state).toBe('waiting');
      expect(questions).toHaveLength(1);

      await say(run, asked, { kind: 'approve' });
      expect((await run.store().rows()).branches[0]?.state).toBe('interrupted');
      const answered = await answer([tool]);
      expect(textsOf(answered)).toEqual(['sent']);
      expect(answered).toMatchObject({ edits: [{ kind: 'answered', callId: 't1', answer: 'approved' }] });
      expect(sent).toEqual([mail]);
      expect((await run.store().rows()).questions).toEqual([]);
    });

    test('many answers make one effect', async () => {
      const { run, answer } = await at('ask', mail);
      const { tool, sent } = sender();
      const asked = await answer([tool]);
      const clicks = [1, 2, 3].map(() => say(run, asked, { kind: 'approve' }));
      expect((await Promise.all(clicks)).filter(kept => kept.isNew)).toHaveLength(1);
      await expect(say(run, asked, { kind: 'refuse' })).rejects.toMatchObject({ code: 'already-answered' });
      await answer([tool]);
      expect((await say(run, asked, { kind: 'approve' })).isNew).toBe(false);
      expect(sent).toEqual([mail]);
    });

    test('a refusal is a result that says so and no error', async () => {
      const { run, answer } = await at('ask', mail);
      const { tool, sent } = sender();
      await say(run, await answer([tool]), { kind: 'refuse', why: 'tell me first' });
      const answered = await answer([tool]);
      expect(answered).toMatchObject({
        results: [
          {
            type: 'tool_result',
            tool_use_id: 't1',
            content: 'Refused by the person, not run. Reason: tell me first',
          },
        ],
        edits: [{ kind: 'answered', answer: 'refused', why: 'tell me first' }],
      });
      expect(JSON.stringify(answered)).not.toContain('is_error');
      expect(sent).toEqual([]);
      expect(await ledgerOf(run)).toEqual([]);
      expect((await run.store().rows()).questions).toEqual([]);
    });

    test('with a changed input both are kept, and the result says what ran', async () => {
      const { run, answer } = await at('ask', mail);
      const { tool, sent } = sender();
      await say(run, await answer([tool]), { kind: 'approve', input: other });
      const answered = await answer([tool]);
      expect(sent).toEqual([other]);
      expect(textsOf(answered)[0]).toContain(JSON.stringify(other));
      expect(answered).toMatchObject({
        edits: [{ kind: 'answered' }, { kind: 'input', callId: 't1', before: mail, after: other }],
      });
      expect(await ledgerOf(run)).toMatchObject([{ input: mail, ranInput: other, target: other.to }]);
      const journal = await run.store().branch(MAIN).loadJournal();
      expect(journal[0]).toMatchObject({ ranInput: other, target: other.to });
    });

    test('a changed input that does not fit is refused where somebody can say so', async () => {
      const { run, answer } = await at('ask', mail);
      const { id } = questionOf(await answer([sender().tool]));
      const given: GivenAnswer = { kind: 'approve', input: other };
      const problemOf = async () => 'no “to”';
      await expect(answerQuestion(run.store(), id, given, problemOf)).rejects.toMatchObject({
        code: 'bad-request',
      });
      expect((await answerQuestion(run.store(), id, { kind: 'approve' }, problemOf)).isNew).toBe(true);
    });

    test('a changed input that does not fit does not run', async () => {
      const { run, answer } = await at('ask', mail);
      const { tool, sent } = sender({ inputSchema: { type: 'object', required: ['to'] } });
      await say(run, await answer([tool]), { kind: 'approve', input: { body: 'x' } });
      expect(await answer([tool])).toMatchObject({ results: [{ is_error: true }] });
      expect(sent).toEqual([]);
    });

    test('a changed input that repeats another call is asked about again', async () => {
      const { run, store, answer } = await at('ask', other);
      const { tool, sent } = sender();
      await say(run, await answer([tool]), { kind: 'approve' });
      await answer([tool]);
      await next(store, mail);
      await say(run, await answer([tool]), { kind: 'approve', input: other });
      const again = questionOf(await answer([tool]));
      expect(again).toMatchObject({ why: 'repeat', input: other, earlier: { callId: 't1', state: 'done' } });
      await answerQuestion(run.store(), again.id, { kind: 'approve' });
      expect(textsOf(await answer([tool]))[0]).toContain(JSON.stringify(other));
      expect(sent).toEqual([other, other]);
    });

    test('the calls after it wait, those before it are known', async () => {
      const { run, store } = await at('ask');
      const notes = sender({ name: 'note', toolClass: 'workspace' });
      const { tool, sent } = sender();
      const calls = [call('t1', 'note', { n: 1 }), call('t2', 'send', mail), call('t3', 'note', { n: 3 })];
      await saveReply(store.branch(MAIN), calls);
      const answer = (settled: Parameters<typeof answerHead>[3] = []) =>
        answerHead(run, run.store().branch(MAIN), [notes.tool, tool], settled);
      const asked = await answer();
      expect(questionOf(asked)).toMatchObject({ callId: 't2', position: 1 });
      expect(notes.sent).toEqual([{ n: 1 }]);
      await say(run, asked, { kind: 'approve' });
      await answer([['t1', { kind: 'result', outcome: { content: 'sent' }, edits: [] }]]);
      expect(sent).toEqual([mail]);
      expect(notes.sent).toEqual([{ n: 1 }, { n: 3 }]);
      expect((await ledgerOf(run)).map(row => row.tool_use_id)).toEqual(['t1', 't2', 't3']);
    });

    test('a standing yes covers its tool on its branch, and neither repeats nor another branch', async () => {
      const { run, store, answer } = await at('ask', mail);
      await store.branch(MAIN).forkFrom(0, 'plan-b', { effects: 'ask' });
      const { tool, sent } = sender();
      await say(run, await answer([tool]), { kind: 'approve', standing: true });
      await answer([tool]);
      await next(store, other);
      expect(await answer([tool])).toMatchObject({ edits: [{ kind: 'answered', answer: 'standing' }] });
      await next(store, mail);
      expect(questionOf(await answer([tool]))).toMatchObject({ why: 'repeat', earlier: { callId: 't1' } });
      await next(store, { to: 'third' }, 'plan-b');
      const elsewhere = await answerHead(run, run.store().branch('plan-b'), [tool]);
      expect(questionOf(elsewhere)).toMatchObject({ why: 'mode' });
      expect(sent).toEqual([mail, other]);
    });

    test('a yes holds for files as they were when it was asked', async () => {
      const { run, answer } = await at('ask', { ...mail, attach: 'report.txt' });
      const { tool, sent } = sender();
      const report = join(run.workspace, 'report.txt');
      await writeFile(report, 'harmless');
      const asked = await answer([tool]);
      expect(questionOf(asked).files).toMatchObject([{ path: 'report.txt' }]);
      await writeFile(report, 'something else');
      await say(run, asked, { kind: 'approve' });
      const again = questionOf(await answer([tool]));
      expect(again.id).not.toBe(questionOf(asked).id);
      expect(sent).toEqual([]);
      await answerQuestion(run.store(), again.id, { kind: 'approve' });
      await answer([tool]);
      expect(sent).toHaveLength(1);
    });

    test('a rewind voids what was asked and answered behind it', async () => {
      const { run, store, answer } = await at('ask', mail);
      await store.branch(MAIN).forkFrom(0, 'plan-b', { effects: 'ask' });
      const { tool, sent } = sender();
      const asked = await answer([tool]);
      await next(store, other, 'plan-b');
      const elsewhere = await answerHead(run, run.store().branch('plan-b'), [tool]);
      await say(run, asked, { kind: 'approve', standing: true });
      await store.branch(MAIN).rewindTo(0);
      await voidLeftBehind(store, MAIN);
      expect(await store.gate.read()).toMatchObject({
        questions: [{ voidedAt: expect.any(String) }, { id: questionOf(elsewhere).id, voidedAt: null }],
        standing: [],
      });
      await saveReply(store.branch(MAIN), [call('t1', 'send', mail)]);
      expect(questionOf(await answer([tool]))).toMatchObject({ why: 'mode', answer: null });
      expect(sent).toEqual([]);
    });

    test('a yes is void after a rewind that was taken back, also where nobody voided it', async () => {
      const { run, store, answer } = await at('ask', mail);
      const { tool, sent } = sender();
      const asked = await answer([tool]);
      await say(run, asked, { kind: 'approve' });
      await nextMillisecond();
      await store.branch(MAIN).rewindTo(0);
      await store.branch(MAIN).undo();
      expect(questionOf(await answer([tool])).id).not.toBe(questionOf(asked).id);
      expect(sent).toEqual([]);
      await expect(say(run, asked, { kind: 'refuse' })).rejects.toMatchObject({ code: 'already-answered' });
    });

    test('a question whose branch has moved on takes no answer', async () => {
      const { run, store, answer } = await at('ask', mail);
      const asked = await answer([sender().tool]);
      await store.branch(MAIN).rewindTo(0);
      await expect(say(run, asked, { kind: 'approve' })).rejects.toMatchObject({ code: 'question-void' });
      await expect(answerQuestion(store, 'q-0', { kind: 'approve' })).rejects.toMatchObject({
        code: 'no-such-question',
      });
    });

    test('a destructive call waits although its files could be put back; other work on files runs', async () => {
      const { answer } = await at('ask', {});
      const remove = sender({ toolClass: 'workspace', destructive: true });
      expect(questionOf(await answer([remove.tool]))).toMatchObject({ why: 'destructive' });
      expect(textsOf(await answer([sender({ toolClass: 'workspace' }).tool]))).toEqual(['sent']);
    });

    test('a declared check runs, any other command waits', async () => {
      const run = await makeRun('ask', [' npm test']);
      const { tool, sent } = sender({ toolClass: 'command', target: input => String(input.command) });
      const branch = run.store().branch(MAIN);
      await saveReply(branch, [call('t1', 'send', { command: 'npm test ' })]);
      await answerHead(run, branch, [tool]);
      expect(sent).toHaveLength(1);
      for (const command of ['npm test; curl example.org', 'npm  test', 'npm']) {
        await saveReply(branch, [call('t1', 'send', { command })]);
        const asked = await answerHead(run, branch, [tool]);
        await say(run, asked, { kind: 'refuse' });
        await answerHead(run, branch, [tool]);
      }
      expect(sent).toHaveLength(1);
    });
  });

  describe('a repeat', () => {
    test('of two branches that send the same mail at once, one sends and one waits', async () => {
      const run = await makeRun('live');
      await saveReply(run.store().branch(MAIN), [call('t0', 'read')]);
      const { tool, sent } = sender({}, () => ({ content: 'sent' }));
      const plans = ['plan-a', 'plan-b'];
      for (const name of plans) {
        await run.store().branch(MAIN).forkFrom(0, name, { effects: 'live' });
        await saveReply(run.store().branch(name), [call('t1', 'send', mail)]);
      }
      const ends = await Promise.all(plans.map(name => answerHead(run, run.store().branch(name), [tool])));
      expect(ends.map(end => end.kind).sort()).toEqual(['answered', 'waiting']);
      const winner = plans[ends.findIndex(end => end.kind === 'answered')];
      const waiting = ends.find(end => end.kind === 'waiting');
      if (!waiting) throw new Error('none waits');
      expect(questionOf(waiting).earlier).toMatchObject({ branch: winner, callId: 't1' });
      expect(sent).toEqual([mail]);
    });

    test('stops on its own branch too, and behind a rewind', async () => {
      const { store, answer } = await at('live', mail);
      const { tool, sent } = sender();
      await answer([tool]);
      await store.branch(MAIN).rewindTo(0);
      await next(store, { ...mail, body: 'again' });
      const { why, earlier } = questionOf(await answer([tool]));
      expect(why).toBe('repeat');
      expect(earlier).toMatchObject({ branch: MAIN, turn: 1, callId: 't1', state: 'done' });
      expect(sent).toHaveLength(1);
    });

    test('that the person lets through runs once', async () => {
      const { run, store, answer } = await at('live', mail);
      const { tool, sent } = sender();
      await answer([tool]);
      await next(store, mail);
      await say(run, await answer([tool]), { kind: 'approve' });
      await answer([tool]);
      expect(sent).toHaveLength(2);
      await next(store, mail);
      expect((await answer([tool])).kind).toBe('waiting');
    });

    test('asks again where the same was done after the question', async () => {
      const { run, store, answer } = await at('ask', mail);
      await store.branch(MAIN).forkFrom(0, 'plan-b', { effects: 'live' });
      const { tool, sent } = sender();
      await say(run, await answer([tool]), { kind: 'approve' });
      await nextMillisecond();
      await next(store, mail, 'plan-b');
      await answerHead(run, run.store().branch('plan-b'), [tool]);
      expect(questionOf(await answer([tool]))).toMatchObject({
        why: 'repeat',
        earlier: { branch: 'plan-b', callId: 'next' },
      });
      expect(sent).toHaveLength(1);
    });

    test('is none where a tool promises one effect per key', async () => {
      const { store, answer } = await at('live', mail);
      const { tool, sent } = sender({ idempotent: true });
      await answer([tool]);
      await next(store, mail);
      expect((await answer([tool])).kind).toBe('answered');
      expect(sent).toHaveLength(2);
    });

    test('of a call that failed without a word about its end has to be asked about', async () => {
      const { store, answer } = await at('live', mail);
      const { tool } = sender({}, () => {
        throw new Error('timed out');
      });
      expect(textsOf(await answer([tool]))[0]).toContain('may have had its effect');
      await next(store, mail);
      expect(questionOf(await answer([tool]))).toMatchObject({
        why: 'unknown-end',
        earlier: { callId: 't1', state: 'unknown' },
      });
    });

    test('of a call that failed for sure runs', async () => {
      const { store, answer } = await at('live', mail);
      const { tool } = sender({}, () => ({ content: 'no such address', isError: true }));
      await answer([tool]);
      await next(store, mail);
      expect((await answer([tool])).kind).toBe('answered');
    });

    test('of a command stops only where the end of the first is unknown', async () => {
      const run = await makeRun('live', ['npm test']);
      const { tool } = sender({ toolClass: 'command', target: input => String(input.command) });
      const branch = run.store().branch(MAIN);
      const answer = async (command: string, change = {}) => {
        await saveReply(branch, [call('t1', 'send', { command })]);
        return await answerHead(run, branch, [tool], [], change);
      };
      await answer('make');
      expect((await answer('make')).kind).toBe('answered');
      const dies = { crashPoint: (label: string) => label === 'effect' && fail() };
      await expect(answer('make deploy', dies)).rejects.toThrow('crashed');
      await branch.rewindTo(0);
      expect(questionOf(await answer('make deploy'))).toMatchObject({ why: 'unknown-end' });
      await branch.rewindTo(0);
      await expect(answer('npm test', dies)).rejects.toThrow('crashed');
      await branch.rewindTo(0);
      expect((await answer('npm test')).kind).toBe('answered');
    });

    test('is not what resume tries again by itself', async () => {
      const { run, answer } = await at('live', mail);
      const { tool, sent } = sender();
      const dies = { crashPoint: (label: string) => label === 'effect' && fail() };
      await expect(answerHead(run, run.store().branch(MAIN), [tool], [], dies)).rejects.toThrow('crashed');
      expect((await answer([tool])).kind).toBe('waiting');
      const again = await answer([tool], [['t1', { kind: 'run', isRerun: true, edits: [] }]]);
      expect(again.kind).toBe('answered');
      expect(sent).toEqual([mail]);
    });
  });

  test('a call whose files were put back since it ran is asked about in every mode', async () => {
    const run = await makeRun('live');
    const { tool, sent } = sender({ toolClass: 'command', target: input => String(input.command) });
    const branch = run.store().branch(MAIN);
    await saveReply(branch, [call('t1', 'send', { command: 'make' })]);
    const dies = { crashPoint: (label: string) => label === 'after-effect-write' && fail() };
    await expect(answerHead(run, branch, [tool], [], dies)).rejects.toThrow('crashed');
    const settled: Parameters<typeof answerHead>[3] = [
      ['t1', { kind: 'run', isRerun: false, mustAsk: true, edits: [] }],
    ];
    const asked = await answerHead(run, branch, [tool], settled);
    expect(questionOf(asked)).toMatchObject({ why: 'repeat', earlier: { callId: 't1', state: 'done' } });
    await say(run, asked, { kind: 'approve' });
    expect((await answerHead(run, branch, [tool], settled)).kind).toBe('answered');
    expect(sent).toHaveLength(2);
  });

  test('a rerun repeats what the person put in place, and needs no second yes', async () => {
    const { run, answer } = await at('ask', mail);
    const { tool, sent } = sender();
    await say(run, await answer([tool]), { kind: 'approve', input: other });
    const dies = { crashPoint: (label: string) => label === 'effect' && fail() };
    await expect(answerHead(run, run.store().branch(MAIN), [tool], [], dies)).rejects.toThrow('crashed');
    await answer([tool], [['t1', { kind: 'run', isRerun: true, edits: [] }]]);
    expect(sent).toEqual([other]);
    expect(await ledgerOf(run)).toMatchObject([{ input: mail, ranInput: other }]);
  });

  test('a crash after the opening line leaves no second use of the yes', async () => {
    const { run, answer } = await at('ask', mail);
    const { tool, sent } = sender();
    await say(run, await answer([tool]), { kind: 'approve' });
    const dies = { crashPoint: (label: string) => label === 'after-intent-write' && fail() };
    await expect(answerHead(run, run.store().branch(MAIN), [tool], [], dies)).rejects.toThrow('crashed');
    expect(questionOf(await answer([tool]))).toMatchObject({ why: 'unknown-end', answer: null });
    expect(sent).toEqual([]);
  });

  test('a crash before the opening line leaves the yes unspent', async () => {
    const { run, answer } = await at('ask', mail);
    const { tool, sent } = sender();
    await say(run, await answer([tool]), { kind: 'approve' });
    const dies = { crashPoint: (label: string) => label === 'intent-write' && fail() };
    await expect(answerHead(run, run.store().branch(MAIN), [tool], [], dies)).rejects.toThrow('crashed');
    expect((await answer([tool])).kind).toBe('answered');
    expect(sent).toEqual([mail]);
  });

  describe('in a dry run', () => {
    test('nothing reaches the world, and a real run afterwards does everything once', async () => {
      const run = await makeRun('live', ['npm test']);
      const world = sender();
      const files = sender({ name: 'write_file', toolClass: 'workspace' });
      const shell = sender({
        name: 'run_command',
        toolClass: 'command',
        target: input => String(input.command),
      });
      const tools = [world.tool, files.tool, shell.tool];
      const calls = [
        call('t1', 'write_file', { path: 'a' }),
        call('t2', 'run_command', { command: 'npm test' }),
        call('t3', 'run_command', { command: 'curl example.org' }),
        call('t4', 'send', mail),
        call('t5', 'unknown_tool', {}),
      ];
      await saveReply(run.store().branch(MAIN), calls);
      await run.store().branch(MAIN).forkFrom(0, 'try', { effects: 'dry-run' });
      const branch = run.store().branch('try');
      await saveReply(branch, calls);
      const answered = await answerHead(run, branch, tools);
      expect([world.sent, files.sent, shell.sent]).toEqual([[], [{ path: 'a' }], [{ command: 'npm test' }]]);
      const [, , curl, sent, unknown] = textsOf(answered);
      expect([curl, sent]).toEqual([expect.stringMatching(/dry run/), expect.stringMatching(/dry run/)]);
      expect(unknown).toContain('There is no tool');
      expect(answered).toMatchObject({
        edits: [
          { kind: 'simulated', callId: 't3' },
          { kind: 'simulated', callId: 't4' },
        ],
      });
      expect((await branch.loadEffects()).map(row => row.tool_use_id)).toEqual(['t1', 't2']);
      const simulated = (await branch.loadJournal()).filter(line => line.simulated);
      expect(simulated.map(line => `${line.event} ${line.callId}`)).toEqual([
        'open t3',
        'ended t3',
        'open t4',
        'ended t4',
      ]);
      expect(await ledgerOf(run)).toEqual([]);

      expect((await answerHead(run, run.store().branch(MAIN), tools)).kind).toBe('answered');
      expect(world.sent).toEqual([mail]);
      expect(shell.sent).toHaveLength(3);
      expect((await ledgerOf(run)).map(row => row.tool_use_id)).toEqual(['t1', 't2', 't3', 't4']);
    });
  });
});

/** What happens after it has a later time than what happened before. */
async function nextMillisecond(): Promise<void> {
  for (const start = Date.now(); Date.now() === start; ) await new Promise(resolve => setImmediate(resolve));
}

function fail(): never {
  throw new Error('crashed');
}
