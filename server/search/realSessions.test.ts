import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lineOf } from '../../shared/lineOf.ts';
import { buildRunGraph, isCountedTurn, type RunGraph } from '../../shared/runGraph.ts';
import { isCompacted } from '../../shared/turnFilter.ts';
import { type TurnText, textsOfMessages } from '../../shared/turnTexts.ts';
import { ClaudeCodeSource } from '../sources/transcript/claudeCodeSource.ts';
import { readTurns } from './readTurns.ts';
import { RunSearches } from './runSearches.ts';

const folder = process.env.FORKPOINT_SESSIONS ?? '';
const files = folder === '' ? [] : readdirSync(folder).filter(name => name.endsWith('.jsonl'));

/** What points at everything points at nothing. */
const turnsPerRemark = 10;

describe.skipIf(folder === '')('recorded sessions (skipped where FORKPOINT_SESSIONS names no folder)', () => {
  test.each(files)('%s: at most one remark for ten turns, each of turns that are there', async name => {
    const source = new ClaudeCodeSource({ path: join(folder, name), id: 'look' });
    const rows = await source.rows();
    const graph = buildRunGraph(rows);
    const state = { ...rows, drafts: [], cursor: { epoch: 'e', seq: 0 } };
    const signal = new AbortController().signal;
    const { remarks, looked, turns } = await new RunSearches(async () => source).remarks(state, true, signal);
    const count = [...graph.turns.values()].filter(node => isCountedTurn(node, graph)).length;
    expect(looked).toBe(turns);
    expect(remarks.length).toBeLessThanOrEqual(Math.floor(count / turnsPerRemark));
    for (const id of remarks.flatMap(remark => remark.turns)) expect(graph.turns.has(id)).toBe(true);
  });

  test.each(files)('%s: what the turns of a line added is what its head holds', async name => {
    const source = new ClaudeCodeSource({ path: join(folder, name), id: 'look' });
    const rows = await source.rows();
    const graph = buildRunGraph(rows);
    const added = new Map<string, TurnText[]>();
    for await (const { node, messages } of readTurns(source, graph, new Set(graph.order))) {
      added.set(node.id, textsOfMessages(messages));
    }
    for (const head of rows.branches.flatMap(branch => branch.head ?? [])) {
      const turns = new Set(lineOf(graph.scenes, head).map(id => graph.turnOfScene.get(id) ?? ''));
      const found = countOf([...turns].flatMap(id => added.get(id) ?? []));
      const held = countOf(textsOfMessages((await source.scene(head)).checkpoint?.messages ?? []));
      // What a compaction took out of the head's messages was added all the same.
      for (const [text, count] of held) expect(found.get(text) ?? 0, text).toBeGreaterThanOrEqual(count);
      if (hasCompaction(graph, turns)) continue;
      for (const [text, count] of found) expect(held.get(text) ?? 0, text).toBeGreaterThanOrEqual(count);
    }
  });
});

function countOf(texts: readonly TurnText[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, text } of texts) counts.set(`${kind} ${text}`, (counts.get(`${kind} ${text}`) ?? 0) + 1);
  return counts;
}

function hasCompaction(graph: RunGraph, turns: ReadonlySet<string>): boolean {
  return [...turns].some(id => {
    const node = graph.turns.get(id);
    return node !== undefined && isCompacted(node);
  });
}
