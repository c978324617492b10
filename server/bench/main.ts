import { mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpointFileName } from '../../shared/checkpoint.ts';
import type { Message } from '../../shared/message.ts';
import type { RunRows } from '../../shared/rows.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { blankBranch, blankRun, blankScene } from '../../shared/testing/blankRows.ts';
import { digestNatively } from '../disk/nativeDigest.ts';
import { readTurns } from '../search/readTurns.ts';
import { RunSearches } from '../search/runSearches.ts';
import { CacheFolder } from '../sources/cacheFolder.ts';
import { RunFolderSource } from '../sources/runFolder.ts';
import { ClaudeCodeSource } from '../sources/transcript/claudeCodeSource.ts';
import { createRun } from '../store/fileStore.ts';
import { benchCaptures, type Comparison } from './captureBench.ts';
import { benchDiffs } from './diffBench.ts';
import { largeShapes, writeLargeTranscript } from './transcripts/writeLargeTranscript.ts';

/**
 * Timings, as ratios within one run: what we do beside the least that could be done, or a large case beside a small
 * one. The machine's speed drops out; the medians of alternating runs are compared.
 */
const rounds = 7;

function medianOf(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function timed(work: () => Promise<unknown> | unknown): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

async function report({ name, ours, beside }: Comparison): Promise<void> {
  const times: { ours: number[]; beside: number[] } = { ours: [], beside: [] };
  for (let round = 0; round < rounds; round++) {
    times.ours.push(await timed(ours));
    times.beside.push(await timed(beside));
  }
  const [a, b] = [medianOf(times.ours), medianOf(times.beside)];
  console.log(
    `${name.padEnd(72)} ${a.toFixed(1).padStart(8)} ms ${b.toFixed(1).padStart(8)} ms  ×${(a / b).toFixed(2)}`,
  );
}

/** `messages` after so many turns, each with one call and its result of some 200 characters. */
function messagesOf(turns: number): Message[] {
  const messages: Message[] = [{ role: 'user', content: 'Count the lines of every file.' }];
  for (let turn = 1; turn <= turns; turn++) {
    const call = {
      type: 'tool_use',
      id: `toolu_${turn}`,
      name: 'read_file',
      input: { path: `src/${turn}.mjs` },
    };
    messages.push({ role: 'assistant', content: [{ type: 'text', text: `File ${turn}.` }, call] });
    const result = {
      type: 'tool_result',
      tool_use_id: call.id,
      content: `line of file ${turn}\n`.repeat(10),
    };
    messages.push({ role: 'user', content: [result] });
  }
  return messages;
}

/** A folder as another program writes it: no ids, so that everything has to be derived from the messages. */
async function writeForeignFolder(folder: string, turns: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const messages = messagesOf(turns);
  for (let turn = 1; turn <= turns; turn++) {
    const scene = { task: 'count', turns: turn, messages: messages.slice(0, 1 + 2 * turn) };
    await writeFile(join(folder, checkpointFileName(turn, 'B')), JSON.stringify(scene));
  }
}

async function statAll(folder: string): Promise<void> {
  await Promise.all((await readdir(folder)).map(name => stat(join(folder, name))));
}

async function writeAndSync(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w');
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
}

function rowsOf(turns: number, branches: number): RunRows {
  const scenes: RunRows['scenes'] = [];
  const rows: RunRows['branches'] = [];
  for (let branch = 0; branch < branches; branch++) {
    const name = branch === 0 ? 'main' : `plan-${branch}`;
    let parent: string | null = branch === 0 ? null : `main/${branch}A`;
    for (let turn = 1; turn <= turns / branches; turn++) {
      for (const point of ['A', 'B'] as const) {
        const id = `${name}/${turn}${point}`;
        scenes.push({ ...blankScene, id, branch: name, turn, point, parent, file: id });
        parent = id;
      }
    }
    rows.push({
      ...blankBranch,
      name,
      kind: branch === 0 ? 'main' : 'fork',
      parent: branch === 0 ? null : 'main',
      origin: null,
      head: parent,
      moves: [],
      state: 'done',
    });
  }
  return { run: blankRun, branches: rows, scenes, effects: [], journal: [], questions: [], problems: [] };
}

/** By the names that choose them on the command line. */
const benches: Record<string, (folder: string) => Promise<void>> = {
  opening: benchOpening,
  saving: benchSaving,
  graph: benchGraph,
  transcript: benchTranscript,
  search: benchSearch,
  diff: () => benchDiffs(report),
  captures: folder => benchCaptures(folder, report),
};

/** @param names of benches; none for all */
async function main(names: readonly string[]) {
  const unknown = names.filter(name => !(name in benches));
  if (unknown.length > 0) {
    throw new Error(
      `no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')} and browser`,
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'forkpoint-bench-'));
  console.log(`${'ours, beside what'.padEnd(72)} ${'ours'.padStart(11)} ${'beside'.padStart(11)}  ratio`);
  try {
    for (const [name, bench] of Object.entries(benches)) {
      if (names.length === 0 || names.includes(name)) await bench(folder);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchOpening(folder: string): Promise<void> {
  const foreign = join(folder, 'foreign');
  await writeForeignFolder(foreign, 600);
  const cacheFolder = new CacheFolder(join(folder, 'cache'));
  const source = (cache: CacheFolder | null) =>
    new RunFolderSource({ folder: foreign, id: 'bench', cacheFolder: cache, readOnly: true });
  const first = source(cacheFolder);
  await first.rows();
  await cacheFolder.close();
  await report({
    name: 'opening 600 foreign checkpoints again, beside opening them the first time',
    ours: () => source(cacheFolder).rows(),
    beside: () => source(null).rows(),
  });
  await report({
    name: 'reading the rows again in one process, beside listing and stat of the files',
    ours: () => first.rows(),
    beside: () => statAll(foreign),
  });
}

async function benchSaving(folder: string): Promise<void> {
  const record = {
    version: 1,
    id: 'bench',
    title: 'bench',
    task: 'count',
    created: new Date().toISOString(),
    scenario: null,
    workspace: null,
    checks: [],
    tools: [],
    limits: { turns: null, tokens: null, seconds: null, costUsd: null },
  };
  const store = await createRun(join(folder, 'data'), record, { cacheFolder: null });
  const branch = store.branch('main');
  const lock = await branch.lock();
  const messages = messagesOf(50);
  const text = JSON.stringify({ messages }, null, 2);
  let turn = 0;
  let head: string | null = null;
  await report({
    name: 'saving a checkpoint of 50 turns, beside writing its bytes with fsync',
    ours: async () => {
      const scene = await branch.saveCheckpoint(
        { turn: turn++, point: 'B', task: 'count', messages, tokensUsed: 0 },
        head,
      );
      head = scene.row.id;
    },
    beside: () => writeAndSync(join(folder, 'plain.json'), text),
  });
  await lock.release();
}

async function benchGraph(): Promise<void> {
  const [small, large] = [rowsOf(500, 4), rowsOf(5_000, 40)];
  await report({
    name: 'the graph of 5,000 turns on 40 branches, beside 500 turns on 4',
    ours: () => buildRunGraph(large),
    beside: () => buildRunGraph(small),
  });
}

/** A session in which nobody answers: each prompt follows the one before it. */
async function writeChain(path: string, prompts: number): Promise<void> {
  const records = Array.from({ length: prompts }, (_, index) => ({
    type: 'user',
    uuid: `u${index}`,
    parentUuid: index === 0 ? null : `u${index - 1}`,
    sessionId: 'bench',
    timestamp: new Date(index * 1000).toISOString(),
    message: { role: 'user', content: `prompt ${index}` },
  }));
  await writeFile(path, records.map(record => `${JSON.stringify(record)}\n`).join(''));
}

async function benchTranscript(folder: string): Promise<void> {
  const [small, large] = [join(folder, 'small.jsonl'), join(folder, 'large.jsonl')];
  await writeChain(small, 2_000);
  await writeChain(large, 20_000);
  await report({
    name: 'opening a transcript of 20,000 records in one chain, beside 2,000',
    ours: () => new ClaudeCodeSource({ path: large, id: 'bench' }).rows(),
    beside: () => new ClaudeCodeSource({ path: small, id: 'bench' }).rows(),
  });
}

/**
 * Nothing is found, so all of it is looked through. The page that opens a run asks for its remarks, which reads its texts;
 * a search before that reads them itself.
 */
async function benchSearch(folder: string): Promise<void> {
  const path = join(folder, 'searched.jsonl');
  await writeLargeTranscript(path, largeShapes.long);
  const source = new ClaudeCodeSource({ path, id: 'bench' });
  const state = { ...(await source.rows()), drafts: [], cursor: { epoch: 'bench', seq: 0 } };
  const graph = buildRunGraph(state);
  const { signal } = new AbortController();
  let searches = 0;
  const search = (runs: RunSearches) => {
    const text = `in none of them, ${searches++}`;
    return runs.search(state, { text, matchCase: false, wholeWord: false, isPattern: false }, 0, signal);
  };
  const readOnce = async () => {
    for await (const _ of readTurns(source, graph, new Set(graph.order)));
  };
  const opened = new RunSearches(async () => source);
  await opened.remarks(state, false, signal);
  await report({
    name: 'searching all of 5,000 turns of an open run, beside reading their messages once',
    ours: () => search(opened),
    beside: readOnce,
  });
  await report({
    name: 'the same before anything was read',
    ours: () => search(new RunSearches(async () => source)),
    beside: readOnce,
  });
}

digestNatively();
await main(process.argv.slice(2));
