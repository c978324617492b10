import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommandLine } from './commandLine.ts';
import { realParts } from './realParts.ts';
import { writePlansScenario } from './testing/plansScenario.ts';

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-cost-')));
  await writePlansScenario(folder);
  vi.stubEnv('FORKPOINT_SCENARIOS', join(folder, 'scenarios'));
  await run('run', '--scenario', 'plans', '--run', 'r', '--pace', '0');
  const path = join(folder, 'data/r/run.json');
  const record = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...record, limits: { ...record.limits, costUsd: 0.0001 } }));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function run(...words: string[]) {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const code = await runCommandLine([...words, '--data', join(folder, 'data')], {
    ...streams,
    env: { CI: 'true' },
    platform: 'linux',
    interrupt: { onFirst: () => undefined },
    parts: realParts,
  });
  const textOf = (stream: PassThrough) => String(stream.read() ?? '');
  return { code, said: textOf(streams.stdout) + textOf(streams.stderr) };
}

/** A fork that goes on, with the limit of its run and these prices. */
async function forkWith(name: string, models: unknown) {
  await writeFile(join(folder, 'data/prices.json'), JSON.stringify({ version: 1, models }));
  return await run('fork', 'r', '--from', '1-B', '--name', name, '--say', 'Please split it.', '--go');
}

test('a limit on cost is kept by the person’s own table of prices', async () => {
  const rates = { input: 1000, output: 1000, cacheWrite: 1000, cacheRead: 1000 };
  const dear = await forkWith('dear', { scripted: rates });
  expect(dear.said).toMatch(/reached its limit/);
  const cheap = await forkWith('cheap', {
    scripted: { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 },
  });
  expect(cheap.said).toMatch(/is done/);
});

test('without a price for its model, or with a table that cannot be read, it does not start', async () => {
  const unknown = await forkWith('unknown', {});
  expect(unknown).toMatchObject({ code: 1, said: expect.stringContaining('no price is set for it') });
  const bad = await forkWith('bad', { scripted: { input: 'much' } });
  expect(bad).toMatchObject({ code: 1, said: expect.stringContaining('prices.json') });
});
