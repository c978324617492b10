import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { appendToLedger, findLedger, readLedger } from './ledger.ts';

const effect = (id: string, result: unknown = 'sent') => ({
  tool_use_id: id,
  name: 'send_email',
  input: {},
  result,
});

let run: string;
let branch: string;
beforeEach(async () => {
  run = await temporaryFolder();
  branch = join(run, 'checkpoints');
  await mkdir(branch);
});

describe('findLedger', () => {
  test('inside the branch folder, also where there is none yet', async () => {
    expect(await findLedger(branch)).toBe(join(branch, 'effects.json'));
  });

  test('beside it where another program keeps it there; the one inside comes first', async () => {
    await writeFile(join(run, 'effects.json'), '[]');
    expect(await findLedger(branch)).toBe(join(run, 'effects.json'));
    await writeFile(join(branch, 'effects.json'), '[]');
    expect(await findLedger(branch)).toBe(join(branch, 'effects.json'));
  });

  test('a fork does not take the ledger of main for its own', async () => {
    await writeFile(join(run, 'effects.json'), '[]');
    const fork = join(run, 'checkpoints-plan-b');
    expect(await findLedger(fork)).toBe(join(fork, 'effects.json'));
    await writeFile(join(run, 'effects-plan-b.json'), '[]');
    expect(await findLedger(fork)).toBe(join(run, 'effects-plan-b.json'));
  });
});

describe('readLedger and appendToLedger', () => {
  let path: string;
  beforeEach(() => {
    path = join(branch, 'effects.json');
  });

  test('rows come back whole and in order', async () => {
    await appendToLedger(path, effect('t1', [{ type: 'text', text: 'whole' }]));
    await appendToLedger(path, effect('t2'));
    expect(await readLedger(path)).toEqual({
      effects: [effect('t1', [{ type: 'text', text: 'whole' }]), effect('t2')],
      problems: [],
    });
  });

  test('an object keyed by call id stays one; a second row of one id does not replace the first', async () => {
    await writeFile(
      path,
      JSON.stringify({ t1: { name: 'send_email', result: 'sent' }, t2: 'only the result' }),
    );
    await appendToLedger(path, effect('t3'));
    await appendToLedger(path, effect('t1', 'sent again'));
    const stored = JSON.parse(await readFile(path, 'utf8'));
    expect(Object.keys(stored)).toEqual(['t1', 't2', 't3', 't1~2']);
    const { effects } = await readLedger(path);
    expect(effects.map(row => [row.tool_use_id, row.result])).toEqual([
      ['t1', 'sent'],
      ['t2', 'only the result'],
      ['t3', 'sent'],
      ['t1', 'sent again'],
    ]);
  });

  test('a call id that is a word of the language is a key like any other', async () => {
    await writeFile(path, '{"a":"1"}');
    await appendToLedger(path, effect('__proto__'));
    expect((await readLedger(path)).effects.map(row => row.tool_use_id)).toEqual(['a', '__proto__']);
  });

  test.each([['{"t1":'], [''], ['\0\0'], ['7']])(
    'what cannot be parsed (%j) is a problem, never silently empty',
    async text => {
      await writeFile(path, text);
      const { effects, problems } = await readLedger(path);
      expect(effects).toEqual([]);
      expect(problems).toHaveLength(1);
    },
  );

  test('before an append it is kept aside and goes on being shown', async () => {
    await writeFile(path, '[{"tool_use_id":"t1"');
    await appendToLedger(path, effect('t2'));
    const { effects, problems } = await readLedger(path);
    expect(effects).toEqual([effect('t2')]);
    expect(problems).toHaveLength(1);
    const kept = (await readdir(branch)).find(name => name.endsWith('.corrupt')) ?? '';
    expect(await readFile(join(branch, kept), 'utf8')).toBe('[{"tool_use_id":"t1"');
  });

  test('a row that is none is a problem and stays in the file', async () => {
    await writeFile(path, JSON.stringify([effect('t1'), 'odd']));
    await appendToLedger(path, effect('t2'));
    const { effects, problems } = await readLedger(path);
    expect(effects.map(row => row.tool_use_id)).toEqual(['t1', 't2']);
    expect(problems).toMatchObject([{ code: 'bad-shape', params: { where: 'checkpoints/effects.json[1]' } }]);
    expect(JSON.parse(await readFile(path, 'utf8'))).toContain('odd');
  });
});
