import { chmod, mkdir, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deleteFileTool } from './deleteFile.ts';
import { editFileTool } from './editFile.ts';
import { grepTool } from './grep.ts';
import { listDirTool } from './listDir.ts';
import { readFileTool } from './readFile.ts';
import { temporaryRun } from './testing/temporaryRun.ts';
import type { Tool } from './tool.ts';
import { writeFileTool } from './writeFile.ts';

describe('no file tool leaves the workspace', () => {
  const reading: [Tool, Record<string, unknown>][] = [
    [readFileTool, {}],
    [listDirTool, {}],
    [grepTool, { pattern: 'secret' }],
  ];
  const writing: [Tool, Record<string, unknown>][] = [
    [writeFileTool, { content: 'x' }],
    [editFileTool, { old_text: 'secret', new_text: 'x' }],
    [deleteFileTool, {}],
  ];
  const hostile = [
    '../outside.txt',
    '/etc/passwd',
    'src/../../outside.txt',
    'a\0b',
    '..',
    'out/outside.txt',
    'leak.txt',
  ];

  async function runWithLinks() {
    const run = await temporaryRun({ 'src/a.txt': 'inside' });
    await writeFile(join(run.runFolder, 'workspaces', 'outside.txt'), 'secret');
    await symlink('..', run.at('out'));
    await symlink('../outside.txt', run.at('leak.txt'));
    return run;
  }

  test.each(hostile)('%j', async path => {
    const run = await runWithLinks();
    for (const [tool, input] of [...reading, ...writing]) {
      if (tool === deleteFileTool && path === 'leak.txt') continue;
      const outcome = await tool.run({ ...input, path }, run.context);
      expect(outcome, tool.name).toMatchObject({ isError: true });
      expect(outcome.content, tool.name).not.toContain('secret');
    }
    expect(await run.read('../outside.txt')).toBe('secret');
  });

  test('a new file under a link that leads out is refused, and nothing is made there', async () => {
    const run = await runWithLinks();
    const outcome = await writeFileTool.run({ path: 'out/new/file.txt', content: 'x' }, run.context);
    expect(outcome.isError).toBe(true);
    await expect(stat(run.at('../new'))).rejects.toThrow('ENOENT');
  });

  test('a dangling link is not written through', async () => {
    const run = await temporaryRun();
    await symlink('../made-outside.txt', run.at('dangling'));
    expect(await writeFileTool.run({ path: 'dangling', content: 'x' }, run.context)).toMatchObject({
      isError: true,
    });
    await expect(stat(run.at('../made-outside.txt'))).rejects.toThrow('ENOENT');
  });

  test('links inside are read through, never written through; deleting takes the link alone', async () => {
    const run = await temporaryRun({ 'real.txt': 'content' });
    await symlink('real.txt', run.at('link.txt'));
    expect(await readFileTool.run({ path: 'link.txt' }, run.context)).toEqual({ content: 'content' });
    const written = await writeFileTool.run({ path: 'link.txt', content: 'x' }, run.context);
    expect(written).toMatchObject({ isError: true, content: expect.stringContaining('is a link') });
    expect(await readlink(run.at('link.txt'))).toBe('real.txt');
    expect(await deleteFileTool.run({ path: 'link.txt' }, run.context)).toEqual({
      content: 'Deleted link.txt.',
    });
    expect(await run.read('real.txt')).toBe('content');
  });
});

describe('read_file', () => {
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

  test('gives a whole file as it is', async () => {
    const run = await temporaryRun({ 'a.txt': '\ufeffäöü\r\nend' });
    expect(await readFileTool.run({ path: 'a.txt' }, run.context)).toEqual({ content: '\ufeffäöü\r\nend' });
  });

  test('gives chosen lines and says which', async () => {
    const run = await temporaryRun({ 'a.txt': numbered(10) });
    const { content } = await readFileTool.run({ path: 'a.txt', offset: 4, limit: 2 }, run.context);
    expect(content).toBe('line 4\nline 5\n(lines 4 to 5 of 10; go on with offset 6)');
    const last = await readFileTool.run({ path: 'a.txt', offset: 10 }, run.context);
    expect(last.content).toBe('line 10\n(lines 10 to 10 of 10)');
  });

  test('cuts a long file and says where to go on; the parts together are the whole', async () => {
    const text = numbered(20_000);
    const run = await temporaryRun({ 'long.txt': text });
    let joined = '';
    for (let offset: number | null = 1; offset !== null; ) {
      const { content } = await readFileTool.run({ path: 'long.txt', offset }, run.context);
      const match = /^(.*\n)\(lines \d+ to \d+ of 20000(?:; go on with offset (\d+))?\)$/s.exec(
        String(content),
      );
      expect(String(content).length).toBeLessThan(101_000);
      joined += match?.[1] ?? '';
      offset = match?.[2] ? Number(match[2]) : null;
    }
    expect(joined).toBe(text);
  });

  test('cuts a line that is too long by itself', async () => {
    const run = await temporaryRun({ 'one.txt': 'x'.repeat(250_000) });
    const { content } = await readFileTool.run({ path: 'one.txt' }, run.context);
    expect(String(content)).toMatch(/^x{100000}\n\(line 1 of 1 is cut: 150000 more characters\)$/);
  });

  test.each([
    ['missing.txt', 'there is no such file or folder'],
    ['folder', 'is a folder: use list_dir'],
    ['bytes.bin', 'is a binary file (3 bytes)'],
    ['a.txt/b', 'not a folder'],
  ])('says what is wrong with %s', async (path, words) => {
    const run = await temporaryRun({ 'folder/x': '', 'bytes.bin': 'a\0b', 'a.txt': 'a' });
    const outcome = await readFileTool.run({ path }, run.context);
    expect(outcome).toMatchObject({ isError: true, content: expect.stringContaining(words) });
  });

  test('says so when the input has the wrong shape', async () => {
    const run = await temporaryRun();
    const outcome = await readFileTool.run({ path: 7, ofset: 1 }, run.context);
    expect(outcome).toMatchObject({ isError: true, content: expect.stringContaining('does not fit') });
  });
});

test('list_dir names folders, sizes and links, in order', async () => {
  const run = await temporaryRun({ 'src/a.mjs': 'x', 'README.md': 'hello' });
  await symlink('README.md', run.at('link'));
  await mkdir(run.at('empty'));
  expect(await listDirTool.run({}, run.context)).toEqual({
    content: 'README.md (5 bytes)\nempty/\nlink -> README.md\nsrc/',
  });
  expect(await listDirTool.run({ path: 'empty' }, run.context)).toEqual({ content: '(empty is empty)' });
});

describe('write_file', () => {
  test('makes folders, replaces, and keeps the permission bits', async () => {
    const run = await temporaryRun({ 'run.sh': 'echo old\n' });
    await chmod(run.at('run.sh'), 0o755);
    const made = await writeFileTool.run({ path: 'a/b/c.txt', content: 'one\ntwo\n' }, run.context);
    expect(made.content).toBe('Made a/b/c.txt (2 lines, 8 bytes).');
    await writeFileTool.run({ path: 'run.sh', content: 'echo new\n' }, run.context);
    expect(await run.read('run.sh')).toBe('echo new\n');
    expect((await stat(run.at('run.sh'))).mode & 0o777).toBe(0o755);
  });

  test('declares the file it touches in plain form', () => {
    expect(writeFileTool.touches?.({ path: './src//a/../b.txt', content: '' })).toEqual(['src/b.txt']);
    expect(writeFileTool.touches?.({ path: '../b.txt', content: '' })).toEqual([]);
    expect(writeFileTool.touches?.({ path: '..b\\c/', content: '' })).toEqual(['..b\\c']);
    expect(writeFileTool.touches?.({})).toEqual([]);
  });
});

describe('edit_file', () => {
  const edit = async (text: string, input: Record<string, unknown>) => {
    const run = await temporaryRun({ 'a.txt': text });
    const outcome = await editFileTool.run({ path: 'a.txt', ...input }, run.context);
    return { outcome, after: await run.read('a.txt') };
  };

  test('replaces the one occurrence, taking the new text letter for letter', async () => {
    const { outcome, after } = await edit('one\ntwo\n', { old_text: 'two', new_text: "$& $1 $'" });
    expect(after).toBe("one\n$& $1 $'\n");
    expect(outcome.content).toBe('Edited a.txt at line 2 (+1 -1 lines).');
  });

  test.each([
    ['no occurrence', 'abc', 'x', 'was not found'],
    ['two occurrences', 'a a', 'a', 'occurs 2 times'],
    ['overlapping occurrences', 'aaa', 'aa', 'occurs 2 times'],
  ])('leaves the file alone for %s', async (_, text, old_text, words) => {
    const { outcome, after } = await edit(text, { old_text, new_text: 'b' });
    expect(outcome).toMatchObject({ isError: true, content: expect.stringContaining(words) });
    expect(after).toBe(text);
  });

  test('replaces all where asked', async () => {
    const { after } = await edit('a-a-a', { old_text: 'a', new_text: 'b', replace_all: true });
    expect(after).toBe('b-b-b');
  });

  test('refuses bytes that are not UTF-8, which it would spoil', async () => {
    const run = await temporaryRun();
    const bytes = Buffer.from([0x61, 0xff, 0x62]);
    await writeFile(run.at('latin.txt'), bytes);
    const outcome = await editFileTool.run({ path: 'latin.txt', old_text: 'a', new_text: 'c' }, run.context);
    expect(outcome).toMatchObject({ isError: true, content: expect.stringContaining('not UTF-8') });
  });
});

test('delete_file refuses folders and says what is missing', async () => {
  const run = await temporaryRun({ 'src/a.txt': '' });
  expect(await deleteFileTool.run({ path: 'src' }, run.context)).toMatchObject({ isError: true });
  expect(await deleteFileTool.run({ path: 'gone' }, run.context)).toMatchObject({ isError: true });
  expect(await deleteFileTool.run({ path: 'src/a.txt' }, run.context)).toEqual({
    content: 'Deleted src/a.txt.',
  });
});

describe('grep', () => {
  test('finds by pattern and by plain text, with file and line', async () => {
    const run = await temporaryRun({ 'src/a.mjs': 'const a = 1;\nround(a)\n', 'b.txt': 'Round (it)\n' });
    const found = await grepTool.run({ pattern: '^round\\(\\w+\\)$' }, run.context);
    expect(found.content).toBe('src/a.mjs:2:round(a)');
    const literal = await grepTool.run({ pattern: 'round (', literal: true, ignore_case: true }, run.context);
    expect(literal.content).toBe('b.txt:1:Round (it)');
    expect((await grepTool.run({ pattern: 'nowhere', path: 'src' }, run.context)).content).toBe('No match.');
  });

  // An engine that backtracks needs some 2^50,000 steps for this line: that the search ends at all is the proof.
  test('a pattern that backtracks for ever elsewhere ends', async () => {
    const run = await temporaryRun({ 'a.txt': `${'a'.repeat(50_000)}!` });
    expect((await grepTool.run({ pattern: '(a+)+$' }, run.context)).content).toBe('No match.');
  });

  test('bounds the matches and says so; skips binary files, .git and node_modules', async () => {
    const run = await temporaryRun({
      'many.txt': 'x\n'.repeat(500),
      'a.bin': 'x\0',
      '.git/x': 'x',
      'node_modules/x': 'x',
    });
    const lines = String((await grepTool.run({ pattern: 'x' }, run.context)).content).split('\n');
    expect(lines.filter(line => /^many\.txt:\d+:x$/.test(line))).toHaveLength(200);
    expect(lines.slice(200)).toEqual([
      '(the first 200 matches; more follow, from many.txt on)',
      '(1 skipped: binary, above 10 MB, or not readable)',
    ]);
  });

  test.each(['(', 'a(?=b)', '(a)\\1'])('says that it cannot use %s', async pattern => {
    const run = await temporaryRun();
    const outcome = await grepTool.run({ pattern }, run.context);
    expect(outcome).toMatchObject({
      isError: true,
      content: expect.stringContaining('pattern cannot be used'),
    });
  });
});
