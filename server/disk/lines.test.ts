import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { appendLine } from './appendLine.ts';
import { type DiskCalls, realDisk } from './diskCalls.ts';
import { readLines } from './readLines.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'calls.jsonl');
});

describe('readLines', () => {
  test('an absent file is empty', async () => {
    expect(await readLines(path)).toEqual({ values: [], lines: [], problems: [], isWhole: true });
  });

  test('a file that cannot be read is not taken for absent', async () => {
    await expect(readLines(folder)).rejects.toMatchObject({ code: 'unreadable-file' });
  });

  test('a torn last line counts as unwritten', async () => {
    await writeFile(path, '{"n":1}\n{"n":2,"te');
    expect(await readLines(path)).toEqual({
      values: [{ n: 1 }],
      lines: [1],
      problems: [],
      isWhole: true,
    });
  });

  test('a whole last line without its newline counts', async () => {
    await writeFile(path, '{"n":1}\n{"n":2}');
    expect((await readLines(path)).values).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('a bad line in the middle is said with its number, and the rest stays', async () => {
    await writeFile(path, '{"n":1}\n{"n":2,"te{"n":3}\n\n{"n":4}\n');
    const { values, lines, problems, isWhole } = await readLines(path);
    expect(isWhole).toBe(false);
    expect(values).toEqual([{ n: 1 }, { n: 4 }]);
    expect(lines).toEqual([1, 4]);
    expect(problems).toMatchObject([{ code: 'bad-json', params: { where: 'calls.jsonl:2' } }]);
  });
});

describe('whether all of it can be read', () => {
  test('a torn record is no damage, before and after it was set aside', async () => {
    await writeFile(path, '{"n":1}\n{"n":2,"te');
    expect((await readLines(path)).isWhole).toBe(true);
    await appendLine(path, { n: 3 });
    expect((await readLines(path)).isWhole).toBe(true);
  });

  test.each(['\0\0\0\0', '{"n":2\0\0', 'plain words'])('an end like %j is', async end => {
    await writeFile(path, `{"n":1}\n${end}`);
    expect((await readLines(path)).isWhole).toBe(false);
    await appendLine(path, { n: 3 });
    expect((await readLines(path)).isWhole).toBe(false);
  });
});

describe('appendLine', () => {
  test('a torn last line is set aside and shown; the next line does not fuse with it', async () => {
    await writeFile(path, '{"n":1}\n{"n":2,"te');
    await appendLine(path, { n: 3 });
    expect(await readFile(path, 'utf8')).toBe('{"n":1}\n{"n":3}\n');
    const kept = (await readdir(folder)).filter(name => name.endsWith('.corrupt'));
    expect(kept).toEqual([expect.stringMatching(/^\.calls\.jsonl\./)]);
    expect(await readFile(join(folder, kept[0] ?? ''), 'utf8')).toBe('{"n":2,"te');
    const { values, problems } = await readLines(path);
    expect(values).toEqual([{ n: 1 }, { n: 3 }]);
    expect(problems).toMatchObject([
      { code: 'bad-json', params: { detail: expect.stringContaining(kept[0] ?? '') } },
    ]);
  });

  test('a torn line that is longer than a block is set aside whole', async () => {
    const torn = `{"text":"${'x'.repeat(200_000)}`;
    await writeFile(path, `{"n":1}\n${torn}`);
    await appendLine(path, { n: 2 });
    expect((await readLines(path)).values).toEqual([{ n: 1 }, { n: 2 }]);
    const kept = (await readdir(folder)).find(name => name.endsWith('.corrupt')) ?? '';
    expect(await readFile(join(folder, kept), 'utf8')).toBe(torn);
  });

  test('zeros that power loss left at the end are set aside', async () => {
    await writeFile(path, '{"n":1}\n\0\0\0\0');
    await appendLine(path, { n: 2 });
    expect((await readLines(path)).values).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('a whole last line without its newline gets it', async () => {
    await writeFile(path, '{"n":1}');
    await appendLine(path, { n: 2 });
    expect(await readFile(path, 'utf8')).toBe('{"n":1}\n{"n":2}\n');
    expect(await readdir(folder)).toEqual(['calls.jsonl']);
  });

  test('a crash between setting aside and cutting off only repeats it', async () => {
    const torn = '{"n":1}\n{"n":2,"te';
    await writeFile(path, torn);
    await appendLine(path, { n: 3 });
    await writeFile(path, torn);
    await appendLine(path, { n: 3 });
    expect((await readdir(folder)).filter(name => name.endsWith('.corrupt'))).toHaveLength(1);
  });

  test('two writers of many lines each: every line is whole and there once', async () => {
    const write = async (writer: number) => {
      for (let n = 0; n < 100; n++) await appendLine(path, { writer, n });
    };
    await Promise.all([write(1), write(2)]);
    const { values, problems } = await readLines(path);
    expect(problems).toEqual([]);
    expect(new Set(values.map(value => JSON.stringify(value))).size).toBe(200);
  });

  test('one record is one write; on a full disk it is said', async () => {
    let writes = 0;
    const disk: DiskCalls = {
      ...realDisk,
      open: async (file, flags) => {
        const handle = await realDisk.open(file, flags);
        handle.write = async () => {
          writes++;
          throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        };
        return handle;
      },
    };
    await expect(appendLine(path, { n: 1 }, disk)).rejects.toMatchObject({ code: 'disk-full' });
    expect(writes).toBe(1);
  });
});
