import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { type LineRead, readRecords } from './readRecords.ts';
import { readRecordsAt } from './recordsAt.ts';

async function read(text: string | Buffer): Promise<{ path: string; lines: LineRead[] }> {
  const path = join(await temporaryFolder(), 'some.jsonl');
  await writeFile(path, text);
  const lines: LineRead[] = [];
  for await (const line of readRecords(path)) lines.push(line);
  return { path, lines };
}

const valuesOf = (lines: readonly LineRead[]) =>
  lines.flatMap(line => line.records.map(record => record.value));
const badOf = (lines: readonly LineRead[]) => lines.flatMap(({ bad }) => bad ?? []);

describe('lines', () => {
  test('blank lines are skipped and counted; CRLF and a byte order mark are no matter', async () => {
    const { lines } = await read('\uFEFF{"n":1}\r\n\r\n   \n{"n":2}\n');
    expect(lines.map(line => line.line)).toEqual([1, 4]);
    expect(valuesOf(lines)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(badOf(lines)).toEqual([]);
  });

  test('a last line without a newline is valid, and known not to be whole', async () => {
    const { lines } = await read('{"n":1}\n{"n":2}');
    expect(lines.map(line => line.isWhole)).toEqual([true, false]);
    expect(badOf(lines)).toEqual([]);
  });

  test('a torn last line is named and gives nothing', async () => {
    const { lines } = await read('{"n":1}\n{"n":2,"te');
    expect(valuesOf(lines)).toEqual([{ n: 1 }]);
    expect(badOf(lines)).toMatchObject([{ line: 2, detail: expect.stringContaining('character 1 ') }]);
  });

  test('a very long line, longer than any chunk of reading, is one record', async () => {
    const long = 'ü'.repeat(3_000_000);
    const { lines } = await read(`{"n":1}\n${JSON.stringify({ long })}\n{"n":3}\n`);
    expect(valuesOf(lines)).toEqual([{ n: 1 }, { long }, { n: 3 }]);
    expect(lines.map(line => line.line)).toEqual([1, 2, 3]);
  });

  test('an empty file has no lines', async () => {
    expect((await read('')).lines).toEqual([]);
  });

  test('a value that is no record is a value all the same', async () => {
    const { lines } = await read('null\n17\n"text"\n');
    expect(valuesOf(lines)).toEqual([null, 17, 'text']);
    expect(badOf(lines)).toEqual([]);
  });
});

describe('bad lines', () => {
  test('what is nested too deep to be written again is left out alone', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const { lines } = await read(
      ['{"n":1}', deep(50_000), `{"n":${deep(900)}}`, `{"n":2}{"deep":${deep(1_000)}}`].join('\n'),
    );
    expect(valuesOf(lines)).toEqual([{ n: 1 }, { n: JSON.parse(deep(900)) }, { n: 2 }]);
    expect(badOf(lines).map(bad => bad.line)).toEqual([2, 4]);
    expect(badOf(lines)[0]?.detail).toMatch(/levels deep/);
  });

  test.each([
    ['{"n":1}{"n":2}', [{ n: 1 }, { n: 2 }]],
    ['{"n":1} {"n":2} {"n":3}', [{ n: 1 }, { n: 2 }, { n: 3 }]],
    ['{"brace":"} {\\"\\\\"}{"n":2}', [{ brace: '} {"\\' }, { n: 2 }]],
    ['{"n":1}[2]3', [{ n: 1 }, [2], 3]],
    ['{"n":1}{"n":', [{ n: 1 }]],
    ['{"n":1}]', [{ n: 1 }]],
    ['not json', []],
    ['\0\0\0', []],
    ['{"a":{"type":"user","uuid":"inner"}', []],
    ['{"uuid":"u1","te{"type":"user","uuid":"u2"}', [{ type: 'user', uuid: 'u2' }]],
  ])('%j gives what it holds and is named', async (line, values) => {
    const { lines } = await read(`{"n":0}\n${line}\n{"n":9}\n`);
    expect(valuesOf(lines)).toEqual([{ n: 0 }, ...values, { n: 9 }]);
    expect(badOf(lines).map(bad => bad.line)).toEqual([2]);
  });
});

test('every record can be read again from its bytes', async () => {
  const text = '\uFEFF{"n":"ü"}\r\n{"n":"äö"} {"n":"ß"}{"n":4}\n\n{"n":"𝄞"}';
  const { path, lines } = await read(
    Buffer.concat([Buffer.from(text), Buffer.from('\n{"n":"\xff"}\n', 'latin1')]),
  );
  const places = lines.flatMap(line => line.records.map(record => ({ ...record, file: 'some.jsonl' })));
  const found = await readRecordsAt(path, places);
  expect(places.map(place => found.get(place))).toEqual(valuesOf(lines));
  expect(valuesOf(lines)).toHaveLength(6);
});

test('reading begins at a byte and a line that are named', async () => {
  const { path, lines } = await read('{"n":1}\n{"n":2}\n{"n":3}\n');
  const rest: LineRead[] = [];
  const from = { offset: lines[0]?.endOffset ?? 0, line: 2 };
  for await (const line of readRecords(path, from)) rest.push(line);
  expect(rest).toEqual(lines.slice(1));
});
