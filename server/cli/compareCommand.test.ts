import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { comparisonSchema } from '../../shared/compare/comparison.ts';
import { environmentFrom } from '../config.ts';
import { runCommandLine } from './commandLine.ts';
import { outputTo } from './output.ts';
import { realParts } from './realParts.ts';
import { createServices, type Services } from './services.ts';
import { writePlansScenario } from './testing/plansScenario.ts';

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-compare-')));
  await writePlansScenario(folder);
  vi.stubEnv('FORKPOINT_SCENARIOS', join(folder, 'scenarios'));
  await run('run', '--scenario', 'plans', '--run', 'r', '--pace', '0');
  await run('run', '--scenario', 'plans', '--run', 'other', '--pace', '0');
  const fork = (name: string, say: string, ...words: string[]) =>
    run('fork', 'r', '--from', '1-B', '--name', name, '--say', say, '--effects', 'dry-run', ...words);
  await fork('plan-b', 'Please split it.', '--go');
  await fork('plan-c', 'Put a queue in front.', '--go');
  await fork('plan-d', 'Nothing yet.');
}, 240_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** A command line in this process. */
async function run(...words: string[]) {
  const streams = { stdout: Object.assign(new PassThrough(), { columns: 120 }), stderr: new PassThrough() };
  const code = await runCommandLine([...words, '--data', join(folder, 'data')], {
    ...streams,
    env: { CI: 'true' },
    platform: 'linux',
    interrupt: { onFirst: () => undefined },
    parts: realParts,
  });
  const textOf = (stream: PassThrough) => String(stream.read() ?? '');
  return { code, stdout: textOf(streams.stdout), stderr: textOf(streams.stderr) };
}

async function compared(...sides: string[]) {
  const { code, stdout } = await run('compare', 'r', ...sides, '--json');
  expect(code).toBe(0);
  return comparisonSchema.parse(JSON.parse(stdout));
}

describe('two plans of one scene', () => {
  test('in words: what became of each, where they part, what they did', async () => {
    const { code, stdout } = await run('compare', 'r', 'plan-b', 'plan-c');
    expect(code).toBe(0);
    expect(stdout).toContain('From main:1-B; shared before it: 1 turn');
    expect(stdout).toMatch(/said +“Please split it.” +“Put a queue in front.”/);
    expect(stdout).toMatch(/answer +“All nine pass.” +“I give up.”/);
    expect(stdout).toMatch(/tests|command +9 pass, 0 fail \(turn 3\) +8 pass, 1 fail, exit 1 \(turn 3\)/);
    expect(stdout).toContain('first divergence at turn 2 | 2: other calls');
    expect(stdout).toMatch(/≠ first +2 write_file billing.txt +2 write_file note.txt +call, words/);
    expect(stdout).toMatch(/send_email team@example.org +– +simulated \(turn 4\)/);
    expect(stdout).toMatch(/billing.txt +added +not there/);
    expect(stdout).toMatch(/note.txt +as it was +changed/);
  });

  test('as one JSON value of the schema', async () => {
    const { columns, firstDivergence, files, rows } = await compared('plan-b', 'plan-c');
    expect(columns.map(({ state, files: changed }) => [state, changed.state])).toEqual([
      ['done', 'known'],
      ['done', 'known'],
    ]);
    expect(firstDivergence).toMatchObject({ row: 0, why: 'call' });
    expect(rows.map(({ kind }) => kind)).toEqual(['different', 'alike', 'one-sided', 'alike']);
    expect(files.map(({ path, changes }) => [path, changes])).toEqual([
      ['billing.txt', ['created', null]],
      ['note.txt', [null, 'changed']],
    ]);
  });

  test('a narrow terminal has the sides below each other', async () => {
    const words = ['compare', 'r', 'plan-b', 'plan-c', 'main'];
    const { stdout } = await run(...words);
    expect(stdout).toMatch(/^state +done \(plan-b:4-B\) +done \(plan-c:5-B\) +done \(main:2-B\)$/m);
    const four = await run(...words, 'plan-d', 'main:1-B');
    expect(four.stdout).toMatch(/^state\n {2}plan-b {4}done \(plan-b:4-B\)\n {2}plan-c {4}done/m);
  });
});

test('a fork that has no turn yet tells its plan', async () => {
  const { columns } = await compared('plan-b', 'plan-d');
  expect(columns[1]).toMatchObject({
    end: { address: 'plan-d:1-B' },
    plan: { words: 'Nothing yet.', at: null },
    spent: { turns: 0 },
    files: { state: 'known', added: 0, changed: 0, deleted: 0 },
  });
});

test('two runs without a common ancestor are compared from their beginnings, files too', async () => {
  const { ancestor, columns, rows, files } = await compared('plan-b', 'other/main');
  expect(ancestor).toBeNull();
  expect(columns.map(({ run: id, side }) => [id, side])).toEqual([
    ['r', 'plan-b'],
    ['other', 'other/main'],
  ]);
  expect(rows.slice(0, 2).map(({ kind }) => kind)).toEqual(['same', 'same']);
  expect(files).toMatchObject([
    { path: 'billing.txt', isSame: false, sides: [{ state: 'file' }, { state: 'absent' }] },
    { path: 'note.txt', isSame: true },
  ]);
});

describe('what cannot be compared', () => {
  test.each([
    [['plan-b'], 2],
    [['plan-b', 'plan-b'], 2],
    [['plan-b', 'main:1-C'], 2],
    [['plan-b', 'nobody'], 1],
    [['plan-b', 'main:99-B'], 1],
    [['plan-b', 'no-run/main'], 1],
  ])('%j ends with %i', async (sides, code) => {
    expect((await run('compare', 'r', ...sides)).code).toBe(code);
  });
});

test('a damaged scene is told, and the rest is compared', async () => {
  const path = join(folder, 'data/r/checkpoints-plan-c/turn-003-B.json');
  const whole = await readFile(path);
  await writeFile(path, whole.subarray(0, 50));
  const { columns, rows } = await compared('plan-b', 'plan-c');
  await writeFile(path, whole);
  expect(columns[1]).toMatchObject({
    damaged: { count: 1 },
    answer: { text: 'I give up.' },
    spent: { turns: 4 },
  });
  expect(rows.flatMap(({ cells }) => cells[1]?.marks ?? [])).toContain('damaged');
});

describe('prices', () => {
  const path = () => join(folder, 'data/prices.json');

  test('an edited table is read anew; a bad one is a problem and no cost', async () => {
    const before = await compared('plan-b', 'plan-c');
    expect(before.columns[0]?.spent).toMatchObject({ costUsd: null, unpriced: ['scripted'] });
    const table = JSON.parse(await readFile(path(), 'utf8'));
    table.models.scripted = { input: 1, output: 1, cacheWrite: 1, cacheRead: 1 };
    await writeFile(path(), JSON.stringify(table));
    const priced = await compared('plan-b', 'plan-c');
    const { tokens = 0, costUsd } = priced.columns[0]?.spent ?? {};
    expect(costUsd).toBeCloseTo(tokens / 1_000_000, 9);
    await writeFile(path(), '{ "version": 1, "models": { "scripted": { "input": "much" } } }');
    const { prices, columns } = await compared('plan-b', 'plan-c');
    expect(prices).toMatchObject({ path: path(), problem: { code: 'bad-shape' } });
    expect(columns[0]?.spent.costUsd).toBeNull();
    expect((await run('compare', 'r', 'plan-b', 'plan-c')).stdout).toContain('No costs: ');
  });
});

describe('one file in the final files of each side', () => {
  let services: Services;
  beforeAll(() => {
    const parts = realParts(outputTo({ stdout: new PassThrough(), stderr: new PassThrough() }, false));
    services = createServices(join(folder, 'data'), environmentFrom({}), parts, false);
  });
  afterAll(() => services.close());

  test('as text, or not there', async () => {
    expect(await services.comparisons.file('r', 'plan-b,plan-c', 'billing.txt')).toMatchObject({
      path: 'billing.txt',
      sides: [{ state: 'text', text: 'billing', sizeBytes: 7 }, { state: 'absent' }],
    });
  });

  test.each(['../../run.json', '/etc/passwd', 'a/../../b', '.git/config'])('%s is refused', async path => {
    await expect(services.comparisons.file('r', 'plan-b,plan-c', path)).rejects.toMatchObject({
      code: 'bad-request',
    });
  });
});
