import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { EffectsMode } from '../../../shared/branch.ts';
import { callsOfLastReply } from '../../../shared/calls.ts';
import type { Block, Message } from '../../../shared/message.ts';
import { createRun, openRun } from '../../store/fileStore.ts';
import { MemoryRun, newMemoryRun } from '../../store/memoryStore.ts';
import type { BranchStore, RunStore } from '../../store/runStore.ts';
import { testRunRecord } from '../../store/testing/playTurns.ts';
import type { Tool } from '../../tools/tool.ts';
import { callAnswerer } from '../answerCalls.ts';
import type { CallDesk } from '../openCall.ts';
import type { Answered, Settled } from '../settled.ts';

/** A run for tests of the gate, removed when its test is over: `store()` opens it as another process would. */
export interface GateRun {
  folder: string;
  workspace: string;
  store(): RunStore;
}

/** How each kind of store makes such a run; `checks` are declared harmless. */
export const gateRuns = {
  memory: async (effects: EffectsMode, checks: string[] = []): Promise<GateRun> => {
    const data = newMemoryRun({ ...testRunRecord(), checks }, { effects });
    return { ...(await foldersFor('run')), store: () => new MemoryRun(data) };
  },
  files: async (effects: EffectsMode, checks: string[] = []): Promise<GateRun> => {
    const record = { ...testRunRecord(), checks };
    const folders = await foldersFor(record.id);
    const data = join(folders.folder, '..');
    await createRun(data, record, { effects, cacheFolder: null });
    await mkdir(folders.workspace, { recursive: true });
    const options = { id: record.id, cacheFolder: null, readOnly: false };
    return { ...folders, store: () => openRun(folders.folder, options) };
  },
};

async function foldersFor(id: string): Promise<Omit<GateRun, 'store'>> {
  const data = await mkdtemp(join(tmpdir(), 'forkpoint-gate-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const folder = join(data, id);
  const workspace = join(data, 'workspace');
  await mkdir(workspace);
  return { folder, workspace };
}

/** Saves the task, where it is missing, and a reply that names calls after the head: the branch then stands at A. */
export async function saveReply(branch: BranchStore, calls: Block[]): Promise<string> {
  const task = 'task';
  let head = await branch.loadLatest();
  if (head === null) {
    const messages: Message[] = [{ role: 'user', content: task }];
    head = await branch.saveCheckpoint({ turn: 0, point: 'B', task, messages, tokensUsed: 0 }, null);
  }
  const { row, checkpoint } = head;
  const messages: Message[] = [...(checkpoint?.messages ?? []), { role: 'assistant', content: calls }];
  const draft = { turn: row.turn + 1, point: 'A' as const, task, messages, tokensUsed: 0 };
  return (await branch.saveCheckpoint(draft, row.id)).row.id;
}

/** Answers the calls of the head, as a start of the branch does, and saves B where none of them waits. */
export async function answerHead(
  run: GateRun,
  branch: BranchStore,
  tools: Tool[],
  settled: [string, Settled][] = [],
  change: Partial<CallDesk> = {},
): Promise<Answered> {
  const head = await branch.loadLatest();
  if (!head?.checkpoint) throw new Error('no head');
  const lock = await branch.lock();
  try {
    const { row, checkpoint } = head;
    const desk: CallDesk = {
      scene: row.id,
      turn: row.turn,
      branch,
      lock,
      context: { workspace: run.workspace, runFolder: run.folder, signal: new AbortController().signal },
      settled: new Map(settled),
      ...change,
    };
    const calls = callsOfLastReply(checkpoint.messages).map(entry => entry.call);
    const answered = await callAnswerer(tools)(calls, desk);
    if (answered.kind === 'answered') {
      const messages: Message[] = [...checkpoint.messages, { role: 'user', content: answered.results }];
      const draft = { turn: row.turn, point: 'B' as const, task: 'task', messages, tokensUsed: 0 };
      await branch.saveCheckpoint({ ...draft, edits: answered.edits }, row.id);
    }
    return answered;
  } finally {
    await lock.release();
  }
}
