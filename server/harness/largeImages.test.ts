import { expect, test } from 'vitest';
import { findProblems } from '../../shared/findProblems.ts';
import { type Block, blocksOf, isToolResult } from '../../shared/message.ts';
import { runBranch } from './runBranch.ts';
import { call, modelOf, replyWith, says, toolOf } from './testing/scriptedParts.ts';
import { testBranch } from './testing/testBranch.ts';

const image = (characters: number): Block => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(characters) },
});

/** A turn whose call gives these blocks, and words after it. */
async function played(content: Block[], toolClass: 'read' | 'external' = 'external') {
  const branch = testBranch();
  const model = modelOf(replyWith([call('t1', 'draw')]), says('Seen.'));
  await runBranch({
    branch,
    task: 'Draw it.',
    model,
    tools: [toolOf('draw', { toolClass, run: async () => ({ content }) })],
    settings: { model: 'm', system: '', maxTokens: 1000 },
    limits: { turns: null, tokens: null, seconds: null, costUsd: null },
    context: { workspace: '/nowhere', runFolder: '/nowhere' },
    signal: new AbortController().signal,
  });
  const stored = branch.scenes[2]?.checkpoint.messages ?? [];
  const result = blocksOf(stored.at(-1) ?? { role: 'user', content: [] }).find(isToolResult);
  return { branch, model, stored, result };
}

test.each(['read', 'external'] as const)(
  'of a %s call an image that no request could hold stands in B as words, the rest as it is',
  async toolClass => {
    const { stored, result, model } = await played(
      [image(5_600_000), { type: 'text', text: 'drawn' }],
      toolClass,
    );
    expect(result?.content).toEqual([
      { type: 'text', text: expect.stringContaining('image/png, is left out here: it has 5.3 MB') },
      { type: 'text', text: 'drawn' },
    ]);
    expect(result).not.toHaveProperty('is_error');
    expect(findProblems(stored)).toEqual([]);
    expect(model.requests[1]?.messages).toEqual(stored);
  },
);

test('the ledger keeps the image whole', async () => {
  const content = [image(5_600_000)];
  const { branch } = await played(content);
  expect(branch.effects).toMatchObject([{ tool_use_id: 't1', result: content }]);
});

test('an image that can be sent stays', async () => {
  const content = [image(5_000_000)];
  expect((await played(content)).result?.content).toEqual(content);
});
