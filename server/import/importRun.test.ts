import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { branchFolderName, MAIN } from '../../shared/branch.ts';
import { digestOfValue } from '../../shared/digest.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import type { RunSource } from '../sources/runSource.ts';
import { drawFolder } from '../sources/testing/drawFolder.ts';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { openDrawn, placesOf, rowAt } from '../sources/transcript/testing/openDrawn.ts';
import { openRun } from '../store/fileStore.ts';
import { MemoryRun, newMemoryRun } from '../store/memoryStore.ts';
import { testRunRecord } from '../store/testing/playTurns.ts';
import { copyRun } from './copyRun.ts';
import { type ImportProgress, importRun, importSource } from './importRun.ts';
import { checkpointBytes, refuseWithoutRoom } from './importSize.ts';
import { planImport } from './planImport.ts';

const session = `
  -             title The shed
  u1            prompt Tidy up
  a1            m1 think hm
  a2            m1 call c1 Bash {"command":"ls"}
  a3            m1 call c2 Read {"path":"a"}
  r1            result c1 listed
  e2            error c2 gone
  a4            m2 text Half done
  u2            prompt Paint it red
  a5            m3 text Red
  u3<a4         prompt Paint it blue
  a6            m4 call c3 Task {"prompt":"Paint"}
  s1!side<null  prompt Paint
  s2!side       n1 text Painted
  a7<a6         m4 call c4 send_email {"to":"team"}
  r3            result c3 painted
`;

async function imported(drawing: string) {
  const opened = await openDrawn(drawing);
  const data = join(await temporaryFolder(), 'data');
  const report = await importSource(opened.source, data);
  const folder = join(data, report.run);
  const store = openRun(folder, { id: report.run, cacheFolder: null, readOnly: false });
  return { ...opened, data, report, folder, store, copy: await store.rows() };
}

describe('a transcript becomes a run of ours', () => {
  test('with its main line, its fork, and the same messages in every scene', async () => {
    const { rows, source, copy, store, report } = await imported(session);
    expect(placesOf(copy, MAIN)).toBe('0-B 1-A 1-B 2-B 3-A');
    expect(report.imported).toBe(6);
    expect(copy.problems).toEqual([]);
    for (const [branch, place] of [
      [MAIN, '1-A'],
      [MAIN, '3-A'],
      ['fork-1', '3-B'],
    ] as const) {
      const before = (await source.scene(rowAt(rows, branch, place).id)).checkpoint;
      const after = (await store.scene(rowAt(copy, branch, place).id)).checkpoint;
      expect(after?.messages).toEqual(before?.messages);
      expect(after).toMatchObject({
        tokensUsed: before?.tokensUsed,
        savedAt: before?.savedAt,
        model: 'a-model',
      });
    }
    const graph = buildRunGraph(copy);
    expect([...graph.turns.values()].map(turn => turn.state)).toEqual(Array(5).fill('line'));
    expect(graph.branches.get('fork-1')).toMatchObject({ parent: MAIN, origin: rowAt(copy, MAIN, '2-B').id });
  });

  test('the run lists what the API would refuse in it, and every scene is copied as it is', async () => {
    const { folder, report, store, copy } = await imported(`
      u1   prompt Tidy
      a1   m1 call c1 Read [1]
      r1   result c1 fine
      r9   result c9 lost
      a2   m2 text So.
    `);
    expect(report.illegal).toEqual([
      { branch: MAIN, code: 'input-no-object', messageIndex: 1, callId: 'c1' },
      { branch: MAIN, code: 'orphan-result', messageIndex: 2, callId: 'c9' },
    ]);
    const record = JSON.parse(await readFile(join(folder, 'run.json'), 'utf8'));
    expect(record.importedFrom.illegal).toEqual(report.illegal);
    expect(rowAt(copy, MAIN, '1-B').flags).toContain('illegal');
    const { checkpoint } = await store.scene(rowAt(copy, MAIN, '1-B').id);
    expect(checkpoint?.messages[1]?.content).toMatchObject([{ id: 'c1', input: [1] }]);
  });

  test('the run says where it came from and what was left out', async () => {
    const { path, folder, report } = await imported(session);
    expect(report.leftOut).toEqual([{ branch: 'agent-1', scenes: 2, why: 'subagent' }]);
    const record = JSON.parse(await readFile(join(folder, 'run.json'), 'utf8'));
    expect(record).toMatchObject({
      title: 'The shed',
      task: 'Tidy up',
      importedFrom: { path, kind: 'transcript', leftOut: report.leftOut },
    });
  });

  test('what its calls changed is in the ledger, and no call of it looks as if it had never started', async () => {
    const { store, copy } = await imported(session);
    const main = store.branch(MAIN);
    const [first, third] = [rowAt(copy, MAIN, '1-A').id, rowAt(copy, MAIN, '3-A').id];
    expect(await main.loadEffects()).toMatchObject([
      { tool_use_id: 'c1', result: 'listed', scene: first },
      { tool_use_id: 'c3', result: 'painted', scene: third },
    ]);
    const lines = (await main.loadJournal()).map(line => `${line.event} ${line.callId} ${line.position}`);
    expect(lines).toEqual(['open c1 0', 'ended c1 0', 'open c3 0', 'open c4 1']);
    expect((await main.loadJournal())[3]).toMatchObject({
      scene: third,
      inputDigest: digestOfValue({ to: 'team' }),
      toolClass: 'external',
    });
    expect(copy.branches.find(branch => branch.name === 'fork-1')?.effects).toBe('ask');
  });

  test('a prompt that waits at the end waits at the head', async () => {
    const { store, copy } = await imported(`
      u1  prompt Tidy up
      a1  m1 text Done
      u2  prompt And the roof?
    `);
    expect(placesOf(copy, MAIN)).toBe('0-B 1-B');
    expect((await store.branch(MAIN).record()).pendingInput).toEqual({
      scene: rowAt(copy, MAIN, '1-B').id,
      text: 'And the roof?',
    });
  });

  test('dead sides and forks from before the first turn stay behind', async () => {
    const { report } = await imported(`
      h0           progress
      u1           prompt Tidy up
      u2<h0@60     prompt Tidy up, please
      a1           m1 text Done
      x1           command /exit
      n1<a1@90     no-response
      u3           prompt Go on
      a2           m2 text Fine
    `);
    expect(report.leftOut).toEqual([
      { branch: 'fork-1', scenes: 1, why: 'no-common-scene' },
      { branch: 'discarded-1', scenes: 1, why: 'discarded' },
    ]);
  });

  test('other programs read it: plain files with the messages', async () => {
    const { folder } = await imported(session);
    const scene = JSON.parse(await readFile(join(folder, 'checkpoints/turn-001-B.json'), 'utf8'));
    expect(scene).toMatchObject({ version: 1, turns: 1, pendingToolUse: null });
    expect(await readdir(join(folder, branchFolderName('fork-1')))).toContain('turn-003-B.json');
  });
});

describe('a folder of checkpoints becomes a run of ours', () => {
  test('with forks of forks and its ledger, damaged files left out', async () => {
    const folder = join(await temporaryFolder(), 'theirs');
    await drawFolder(
      folder,
      `
      checkpoints     | 0-B..4-B 5-A!cut
      effects.json    = [{"tool_use_id":"toolu_1","name":"send_email","input":{},"result":"sent"}]
      checkpoints-a   | 2-B 3-A..4-B@a/3
      checkpoints-a-b | 3-B@a/3 4-A..4-B@a/3+b/4
    `,
    );
    const data = join(await temporaryFolder(), 'data');
    const run = await importRun(folder, data);
    const store = openRun(join(data, run), { id: run, cacheFolder: null, readOnly: false });
    const copy = await store.rows();
    expect(copy.branches.map(branch => `${branch.name}<${branch.parent}`).toSorted()).toEqual([
      'a-b<a',
      'a<main',
      'main<null',
    ]);
    expect([...buildRunGraph(copy).turns.values()].every(turn => turn.state === 'line')).toBe(true);
    expect(await store.branch(MAIN).loadEffects()).toMatchObject([{ tool_use_id: 'toolu_1' }]);
    const record = JSON.parse(await readFile(join(data, run, 'run.json'), 'utf8'));
    expect(record.importedFrom.leftOut).toEqual([{ branch: MAIN, scenes: 1, why: 'damaged' }]);
  });
});

describe('while it lasts', () => {
  test('progress is told scene by scene, through any store', async () => {
    const { source, rows } = await openDrawn(session);
    const store = new MemoryRun(newMemoryRun(testRunRecord()));
    const seen: string[] = [];
    const onProgress = (done: number, total: number) => seen.push(`${done}/${total}`);
    expect(await copyRun(source, store, planImport(rows), { onProgress })).toBe(6);
    expect(seen).toEqual(['1/6', '2/6', '3/6', '4/6', '5/6', '6/6']);
    expect(await store.branch(MAIN).loadEffects()).toHaveLength(2);
    expect(await store.branch('fork-1').loadLatest()).toMatchObject({ row: { turn: 3, point: 'B' } });
  });

  test('one that fails leaves nothing, and an old leftover goes', async () => {
    const { source } = await openDrawn(session);
    const broken: RunSource = {
      rows: () => source.rows(),
      effects: branch => source.effects(branch),
      watch: onChange => source.watch(onChange),
      scene: () => Promise.reject(new Error('the disk is gone')),
    };
    const data = join(await temporaryFolder(), 'data');
    await mkdir(join(data, '.import-old'), { recursive: true });
    await utimes(join(data, '.import-old'), 0, 0);
    await expect(importSource(broken, data)).rejects.toThrow('the disk is gone');
    expect(await readdir(data)).toEqual([]);
  });

  test('importing the same twice gives two runs', async () => {
    const { path } = await openDrawn(session);
    const data = join(await temporaryFolder(), 'data');
    const runs = [await importRun(path, data), await importRun(path, data)];
    expect((await readdir(data)).toSorted()).toEqual(['.gitignore', ...runs].toSorted());
    expect(await readdir(dirname(path))).toEqual(['shed.jsonl']);
  });
});

test('what is neither is refused', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'empty'));
  await writeFile(join(folder, 'notes.txt'), 'hello');
  await expect(importRun(join(folder, 'notes.txt'), folder)).rejects.toMatchObject({
    code: 'unknown-format',
  });
  await expect(importRun(join(folder, 'empty'), folder)).rejects.toMatchObject({ code: 'unknown-format' });
  for (const path of ['gone', 'a\0b', 'a'.repeat(5_000)]) {
    await expect(importRun(join(folder, path), folder)).rejects.toMatchObject({ code: 'no-such-path' });
  }
});

test('how far the copy is, is told scene by scene', async () => {
  const { source } = await openDrawn(session);
  const told: ImportProgress[] = [];
  await importSource(source, join(await temporaryFolder(), 'data'), {
    onProgress: progress => told.push(progress),
  });
  expect(told).toEqual([1, 2, 3, 4, 5, 6].map(scenes => ({ scenes, ofScenes: 6 })));
});

test('a copy that the disk has no room for is refused before anything is written', async () => {
  const { source } = await openDrawn(session);
  const rows = await source.rows();
  const head = rows.branches.find(branch => branch.name === MAIN)?.head ?? '';
  const { checkpoint } = await source.scene(head);
  const scenes = rows.scenes.filter(row => row.branch === MAIN);
  const bytes = checkpointBytes(scenes, checkpoint?.messages ?? []);
  const files = await Promise.all(
    scenes.map(async ({ id }) => JSON.stringify((await source.scene(id)).checkpoint?.messages).length),
  );
  expect(bytes / files.reduce((sum, size) => sum + size, 0)).toBeCloseTo(1, 1);

  const folder = await temporaryFolder();
  await refuseWithoutRoom(folder, bytes);
  const refused = refuseWithoutRoom(folder, Number.MAX_SAFE_INTEGER);
  await expect(refused).rejects.toMatchObject({ code: 'no-room', params: { where: folder } });
});
