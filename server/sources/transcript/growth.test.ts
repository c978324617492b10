import { appendFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { ClaudeCodeSource } from './claudeCodeSource.ts';
import { isClaudeCodeTranscript } from './isClaudeCodeTranscript.ts';
import { drawTranscript } from './testing/drawTranscript.ts';
import { openAt, openDrawn, placesOf, rowAt, textOf } from './testing/openDrawn.ts';

const session = `
  u1  prompt Tidy up
  a1  m1 call c1 Bash
  r1  result c1 done
  a2  m2 text Tidy
  u2  prompt Again
  a3  m3 text Tidy again
`;

describe('a file that grows', () => {
  test('read byte by byte it gives at each step what a fresh reading gives', async () => {
    const text = textOf(drawTranscript(session));
    const path = join(await temporaryFolder(), 'shed.jsonl');
    await writeFile(path, '');
    const source = new ClaudeCodeSource({ path, id: 'shed' });
    for (let from = 0; from < text.length; from += 97) {
      await appendFile(path, text.slice(from, from + 97));
      expect(await source.rows()).toEqual((await openAt(path)).rows);
    }
    expect(placesOf(await source.rows(), 'main')).toBe('0-B 1-A 1-B 2-B 3-B');
  });

  test('ids stay the same while it grows', async () => {
    const lines = drawTranscript(session);
    const path = join(await temporaryFolder(), 'shed.jsonl');
    await writeFile(path, textOf(lines.slice(0, 2)));
    const source = new ClaudeCodeSource({ path, id: 'shed' });
    const before = (await source.rows()).scenes.map(row => row.id);
    await appendFile(path, textOf(lines.slice(2)));
    expect((await source.rows()).scenes.map(row => row.id).slice(0, 2)).toEqual(before);
  });

  test('replaced by another it is read anew, though it is longer', async () => {
    const { path, source } = await openDrawn(session);
    const other = textOf(drawTranscript(`${session.replaceAll('Tidy', 'Clean')}\n u3 prompt Once more`));
    await writeFile(`${path}.new`, other);
    await rename(`${path}.new`, path);
    expect((await source.rows()).scenes[0]?.words).toBe('Clean up');
    await writeFile(path, other.replaceAll('Clean', 'Sweep the floor and tidy'));
    expect((await source.rows()).scenes[0]?.words).toBe('Sweep the floor and tidy up');
  });

  test('whoever watches is told', async () => {
    const { path, source } = await openDrawn(session);
    const changes: (() => void)[] = [];
    const told = () => new Promise<void>(resolve => changes.push(resolve));
    const stop = source.watch(() => {
      for (const resolve of changes.splice(0)) resolve();
    });
    await told();
    const next = told();
    await appendFile(path, textOf(drawTranscript('u3<a3 prompt Once more')));
    await next;
    expect(rowAt(await source.rows(), 'main', '4-B').words).toBe('Once more');
    stop();
  });
});

test('opening and reading write nothing', async () => {
  const { path, source, rows } = await openDrawn(session);
  const look = async () => ({ names: await readdir(dirname(path)), at: (await stat(path)).mtimeMs });
  const before = await look();
  for (const row of rows.scenes) await source.scene(row.id);
  await source.effects('main');
  source.watch(() => undefined)();
  expect(await look()).toEqual(before);
});

test('what is not there is named', async () => {
  const { source, path } = await openDrawn(session);
  await expect(source.scene('nothing')).rejects.toMatchObject({ code: 'no-such-scene' });
  await expect(source.effects('nothing')).rejects.toMatchObject({ code: 'no-such-branch' });
  const gone = new ClaudeCodeSource({ path: `${path}.gone`, id: 'gone' });
  await expect(gone.rows()).rejects.toMatchObject({ code: 'no-such-path' });
});

test('calls that changed something stand for the ledger that a transcript lacks', async () => {
  const { source, rows } = await openDrawn(`
    u1  prompt Tidy up
    a1  m1 call c1 Bash {"command":"ls"}
    a2  m1 call c2 Read {"path":"a"}
    a3  m1 call c3 mcp__mail__send {"to":"team"}
    r1  result c1 listed
    r2  result c2 read
    e3  error c3 no server
  `);
  const scene = rowAt(rows, 'main', '1-A').id;
  expect(rows.effects).toMatchObject([{ id: 'main/0', callId: 'c1', toolClass: 'command', scene, turn: 1 }]);
  expect(await source.effects('main')).toMatchObject([
    { tool_use_id: 'c1', name: 'Bash', input: { command: 'ls' }, result: 'listed', turn: 1, scene },
  ]);
});

describe('what counts as a session', () => {
  test.each([
    [textOf(drawTranscript(session)), true],
    [`broken\n${textOf(drawTranscript(session))}`, true],
    ['{"type":"summary","summary":"x","leafUuid":"y"}\n', true],
    ['{"type":"system","subtype":"init","session_id":"x","uuid":"y"}\n', false],
    ['{"messages":[]}\n', false],
    ['', false],
    [`${'{"n":1}\n'.repeat(60)}${textOf(drawTranscript(session))}`, false],
  ])('case %#', async (text, expected) => {
    const path = join(await temporaryFolder(), 'some.jsonl');
    await writeFile(path, text);
    expect(await isClaudeCodeTranscript(path)).toBe(expected);
  });

  test('a folder or nothing at all is none', async () => {
    const folder = await temporaryFolder();
    expect(await isClaudeCodeTranscript(folder)).toBe(false);
    expect(await isClaudeCodeTranscript(join(folder, 'nothing'))).toBe(false);
  });
});
