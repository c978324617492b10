import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestOf, digestOfValue } from '../../shared/digest.ts';
import type { ToolUseBlock } from '../../shared/message.ts';
import type { Tool } from '../tools/tool.ts';
import { callAnswerer } from './answerCalls.ts';
import { toolOf } from './testing/scriptedParts.ts';
import { testBranch } from './testing/testBranch.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forkpoint-calls-'));
  await mkdir(join(folder, 'workspace'));
});
afterEach(() => rm(folder, { recursive: true }));

async function answer(tool: Tool, input: unknown) {
  const branch = testBranch();
  const workspace = join(folder, 'workspace');
  const context = { workspace, runFolder: folder, signal: new AbortController().signal };
  const lock = await branch.lock();
  const call: ToolUseBlock = { type: 'tool_use', id: 't1', name: tool.name, input };
  const desk = { scene: 'scene-a', turn: 4, branch, lock, context, settled: new Map() };
  const answered = await callAnswerer([tool])([call], desk);
  return { branch, answered };
}

test('the journal holds what a call is about to do, and then how it ended', async () => {
  await writeFile(join(folder, 'workspace', 'a.txt'), 'before');
  const write = toolOf('write', {
    toolClass: 'workspace',
    target: input => String(input.path),
    touches: input => [String(input.path), 'new.txt'],
    run: async () => {
      await writeFile(join(folder, 'workspace', 'a.txt'), 'after');
      return { content: [{ type: 'text', text: 'written' }] };
    },
  });
  const input = { path: 'a.txt' };
  const { branch } = await answer(write, input);
  expect(branch.journal).toEqual([
    {
      event: 'open',
      scene: 'scene-a',
      turn: 4,
      position: 0,
      callId: 't1',
      name: 'write',
      inputDigest: digestOfValue(input),
      toolClass: 'workspace',
      target: 'a.txt',
      process: expect.objectContaining({ pid: process.pid, host: hostname(), startedAt: expect.any(String) }),
      files: [
        { path: 'a.txt', digest: digestOf('before') },
        { path: 'new.txt', digest: null },
      ],
      at: expect.any(String),
    },
    {
      event: 'ended',
      scene: 'scene-a',
      callId: 't1',
      position: 0,
      ok: true,
      result: [{ type: 'text', text: 'written' }],
      files: [
        { path: 'a.txt', digest: digestOf('after') },
        { path: 'new.txt', digest: null },
      ],
      durationMs: expect.any(Number),
      at: expect.any(String),
    },
  ]);
  expect(branch.effects).toEqual([
    {
      tool_use_id: 't1',
      name: 'write',
      input,
      result: [{ type: 'text', text: 'written' }],
      at: expect.any(String),
      turn: 4,
      scene: 'scene-a',
      target: 'a.txt',
    },
  ]);
});

test('files that are none of the workspace are named but not read', async () => {
  await writeFile(join(folder, 'outside.txt'), 'secret');
  await symlink(join(folder, 'outside.txt'), join(folder, 'workspace', 'link.txt'));
  await mkdir(join(folder, 'workspace', 'sub'));
  const paths = ['../outside.txt', 'link.txt', 'sub', 'a\0b', join(folder, 'outside.txt')];
  const { branch } = await answer(toolOf('write', { touches: () => paths }), {});
  expect(branch.journal[0]).toMatchObject({ files: paths.map(path => ({ path, digest: null })) });
});
