import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  contextTokensOf,
  isToolUse,
  type Message,
  type ToolResultBlock,
  type ToolUseBlock,
  textOfResult,
  type Usage,
} from '../../shared/message.ts';
import { scriptedModel } from '../model/scripted.ts';
import { allTools } from '../tools/allTools.ts';
import { loadTickets } from '../tools/tickets.ts';
import { prepareWorkspace } from '../workspace/prepareWorkspace.ts';
import { findScenario } from './findScenario.ts';
import type { Scenario } from './scenario.ts';

const HINTED_AT = 14;

let scenario: Scenario;
let folder: string;
let early: Played;
let main: Played;

/** A run folder of its own whose workspace is as it was at the end of turn 14. */
async function stageAt14(name: string) {
  const runFolder = join(folder, name);
  await cp(join(folder, 'at-14'), runFolder, { recursive: true });
  return { runFolder, workspace: join(runFolder, 'workspaces', 'main') };
}

async function playHint(name: string, text: string) {
  const stage = await stageAt14(name);
  const messages = [...early.messages, { role: 'user' as const, content: [{ type: 'text', text }] }];
  return { ...stage, ...(await playScenario(scenario, stage, { messages })) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forkpoint-derailed-'));
  scenario = await findScenario('derailed');
  const runFolder = join(folder, 'run');
  const stage = { runFolder, workspace: await prepareWorkspace(scenario, runFolder, 'main') };
  early = await playScenario(scenario, stage, { lastTurn: HINTED_AT });
  await cp(runFolder, join(folder, 'at-14'), { recursive: true });
  const late = await playScenario(scenario, stage, { messages: [...early.messages] });
  main = { messages: late.messages, turns: [...early.turns, ...late.turns] };
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

const outputsOf = (turns: readonly PlayedTurn[]) => turns.flatMap(turn => turn.results.map(textOfResult));
const isFailed = (turn: PlayedTurn) => turn.results.some(result => result.is_error);
const failedTurns = (turns: readonly PlayedTurn[]) =>
  turns.flatMap((turn, index) => (isFailed(turn) ? [index + 1] : []));
const namesOf = (turn: PlayedTurn | undefined) => turn?.calls.map(call => call.name);
/** `9/1`: passed and failed tests of the last run of the whole suite or of one file. */
const lastTests = (turns: readonly PlayedTurn[]) => {
  const output = outputsOf(turns).findLast(text => /^ℹ pass /m.test(text)) ?? '';
  return `${/^ℹ pass (\d+)$/m.exec(output)?.[1]}/${/^ℹ fail (\d+)$/m.exec(output)?.[1]}`;
};
const mails = async (runFolder: string) =>
  await readdir(join(runFolder, 'outbox')).catch(() => [] as string[]);

describe('main', () => {
  test('has 25 turns and ends without a call, its test as red as at the start', () => {
    expect(main.turns).toHaveLength(25);
    expect(namesOf(main.turns[24])).toEqual([]);
    expect(lastTests(main.turns.slice(0, 2))).toBe('8/1');
    expect(lastTests(main.turns)).toBe('8/1');
  });

  test('fails where it is meant to and nowhere else', () => {
    expect(failedTurns(main.turns)).toEqual([2, 5, 14, 17, 19, 21, 22, 24]);
  });

  test('changes no source up to 14, the wrong file at 15, and announces success at 16', async () => {
    const sourceEdits = main.turns.flatMap((turn, index) =>
      turn.calls.flatMap(({ name, input }) =>
        name === 'edit_file' ? [`${index + 1} ${pathIn(input)}`] : [],
      ),
    );
    const tax = [15, 19, 20, 21, 22, 23].map(turn => `${turn} src/tax.mjs`);
    expect(sourceEdits).toEqual([tax[0], '18 CHANGELOG.md', ...tax.slice(1)]);
    expect(namesOf(main.turns[15])).toEqual(['send_email']);
    expect(await mails(join(folder, 'run'))).toHaveLength(1);
    const mail = await readFile(join(folder, 'run', 'outbox', 'mail-0001.eml'), 'utf8');
    expect(mail).toContain('Subject: Invoice test fixed');
  });

  test('uses several calls in a turn, a long result, thinking, and a ticket', async () => {
    expect(Math.max(...main.turns.map(turn => turn.calls.length))).toBe(3);
    expect(Math.max(...outputsOf(main.turns).map(text => text.split('\n').length))).toBeGreaterThan(300);
    expect(JSON.stringify(main.messages)).toContain('"type":"thinking"');
    expect(await loadTickets(join(folder, 'run'))).toHaveLength(1);
  });

  test('its context grows from turn to turn, from a few thousand tokens to about twenty', () => {
    const tokens = main.turns.map(turn => contextTokensOf(turn.usage));
    expect(tokens).toEqual([...tokens].sort((a, b) => a - b));
    expect(tokens[0]).toBeGreaterThan(1_000);
    expect(tokens[24]).toBeGreaterThan(15_000);
    expect(tokens[24]).toBeLessThan(25_000);
  });
});

describe('a hint at 14', () => {
  test('about rounding leads to a green suite three turns later, and to a second mail like the first', async () => {
    const hinted = await playHint('rounding', 'Hint: rounding belongs after the sum.');
    expect(failedTurns(hinted.turns)).toEqual([]);
    expect(lastTests(hinted.turns.slice(0, 3))).toBe('9/0');
    expect(hinted.turns.at(-2)?.calls[0]?.input).toMatchObject(targetOfMail(main));
    expect(await mails(hinted.runFolder)).toHaveLength(1);
  });

  test('about the rounding works as late as at the end of main', async () => {
    const stage = { runFolder: join(folder, 'run'), workspace: join(folder, 'run', 'workspaces', 'main') };
    const said = { role: 'user' as const, content: 'No. Please round after the sum.' };
    const late = await playScenario(scenario, stage, { messages: [...main.messages, said] });
    expect(lastTests(late.turns)).toBe('9/0');
  });

  test('one plan or the other: both end green, with different files', async () => {
    const split = await playHint('split', 'Plan: split in two services.');
    const queue = await playHint('queue', 'Plan: keep one, add a queue.');
    expect([failedTurns(split.turns), lastTests(split.turns)]).toEqual([[2], '9/0']);
    expect([failedTurns(queue.turns), lastTests(queue.turns)]).toEqual([[2], '9/0']);

    const before = await filesIn(join(folder, 'at-14', 'workspaces', 'main'));
    expect(changes(before, await filesIn(split.workspace))).toEqual([
      '+ src/billing.mjs',
      '+ src/taxService.mjs',
      '- scripts/trace.mjs',
      '~ src/invoice.mjs',
    ]);
    expect(changes(before, await filesIn(queue.workspace))).toEqual(['+ src/queue.mjs', '~ src/invoice.mjs']);

    expect(split.turns.at(-2)?.calls[0]?.input).toMatchObject(targetOfMail(main));
    const titles = (await loadTickets(queue.runFolder)).map(ticket => ticket.title);
    expect(titles).toEqual(['Invoice total is one cent too high', 'Rounding queue']);
  });
});

function pathIn(input: unknown): string {
  return typeof input === 'object' && input !== null && 'path' in input ? String(input.path) : '';
}

function targetOfMail(played: Played): object {
  const mail = played.turns[15]?.calls[0]?.input;
  const { to, subject } = mail as { to: string; subject: string };
  return { to, subject };
}

async function filesIn(workspace: string): Promise<Map<string, string>> {
  const entries = await readdir(workspace, { recursive: true, withFileTypes: true });
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const read = async (path: string) =>
    [path.slice(workspace.length + 1), await readFile(path, 'utf8')] as const;
  return new Map(await Promise.all(paths.map(read)));
}

/** What was added (+), deleted (-) or changed (~) between two states of a workspace, sorted. */
function changes(before: Map<string, string>, after: Map<string, string>): string[] {
  const added = [...after.keys()].filter(path => !before.has(path)).map(path => `+ ${path}`);
  const deleted = [...before.keys()].filter(path => !after.has(path)).map(path => `- ${path}`);
  const changed = [...after].filter(([path, text]) => before.has(path) && before.get(path) !== text);
  return [...added, ...deleted, ...changed.map(([path]) => `~ ${path}`)].sort();
}

/** One turn as it was played. */
interface PlayedTurn {
  calls: ToolUseBlock[];
  results: ToolResultBlock[];
  usage: Usage;
}

interface Played {
  messages: Message[];
  turns: PlayedTurn[];
}

/** Where the tools work. */
interface Stage {
  workspace: string;
  runFolder: string;
}

/**
 * Plays a scenario with the real tools and no harness: reply, run its calls, append the results, until a reply calls
 * nothing or `lastTurn` is over.
 */
async function playScenario(
  scenario: Scenario,
  stage: Stage,
  options: { messages?: Message[]; lastTurn?: number } = {},
): Promise<Played> {
  const model = scriptedModel(scenario, { paceMs: 0 });
  const tools = allTools({});
  const told = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: inputSchema,
  }));
  const messages: Message[] = options.messages ?? [{ role: 'user', content: scenario.task }];
  const turns: PlayedTurn[] = [];
  const { signal } = new AbortController();
  const { model: name, system } = scenario;
  while (turns.length < (options.lastTurn ?? Number.POSITIVE_INFINITY)) {
    const request = { model: name, system, messages, tools: told, maxTokens: 4096 };
    const reply = await model.reply(request, {}, signal);
    const calls = reply.content.filter(isToolUse);
    const results: ToolResultBlock[] = [];
    for (const call of calls) results.push(await answer(call, stage));
    turns.push({ calls, results, usage: reply.usage });
    messages.push({ role: 'assistant', content: reply.content });
    if (calls.length === 0) break;
    messages.push({ role: 'user', content: results });
  }
  return { messages, turns };

  async function answer(
    { id, name, input }: ToolUseBlock,
    { workspace, runFolder }: Stage,
  ): Promise<ToolResultBlock> {
    const tool = tools.find(candidate => candidate.name === name);
    if (!tool) throw new Error(`the scenario calls ${name}, which is no tool`);
    const context = { workspace, runFolder, signal, idempotencyKey: id };
    const { content, isError } = await tool.run(input as Record<string, unknown>, context);
    return { type: 'tool_result', tool_use_id: id, content, ...(isError && { is_error: true }) };
  }
}
