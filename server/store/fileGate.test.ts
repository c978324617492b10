import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blankQuestion } from '../../shared/testing/blankRows.ts';
import { GateReader } from '../sources/gateFile.ts';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { fileGate } from './fileGate.ts';
import { emptyGate } from './gateStore.ts';

async function gateIn(text?: string) {
  const folder = await temporaryFolder();
  if (text !== undefined) await writeFile(join(folder, 'gate.json'), text);
  return { folder, gate: fileGate(async () => folder) };
}

test('what is written is there for the next one, and the lock is gone', async () => {
  const { folder, gate } = await gateIn();
  const record = { ...emptyGate, questions: [blankQuestion()] };
  await gate.locked(({ write }) => write(record));
  expect(await fileGate(async () => folder).read()).toEqual(record);
  expect((await readdir(folder)).sort()).toEqual(['gate.json']);
});

test.each(['', '{"version":1,"quest', '{"version":1,"questions":[{"id":"q"}],"standing":[]}'])(
  'a file that holds %j holds no yes, is shown as a problem, and is kept',
  async text => {
    const { folder, gate } = await gateIn(text);
    expect(await gate.read()).toEqual(emptyGate);
    expect((await new GateReader().read(folder)).problems).toHaveLength(1);
    await gate.locked(({ write }) => write({ ...emptyGate, questions: [blankQuestion()] }));
    expect((await gate.read()).questions).toHaveLength(1);
    expect((await readdir(folder)).filter(name => name.endsWith('.corrupt'))).toHaveLength(1);
  },
);

test('a newer file is refused and left', async () => {
  const { gate } = await gateIn('{"version":99,"questions":[],"standing":[]}');
  await expect(gate.locked(async () => undefined)).rejects.toMatchObject({ code: 'newer-version' });
});
