import { describe, expect, test } from 'vitest';
import { checkpointFromJson } from '../../shared/checkpoint.ts';
import type { Message } from '../../shared/message.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { sentRequest } from './sentRequest.ts';

const call = (id: string) => ({ type: 'tool_use', id, name: 'read', input: {} });
const asked: Message[] = [
  { role: 'user', content: 'Fix it.' },
  { role: 'assistant', content: [call('t1')] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
];
const reply: Message = { role: 'assistant', content: [call('t2')] };

/** The request behind turn 2, where the scene looked at holds these messages. */
function requestOf(messages: Message[], request?: unknown, scene = 'main/2B') {
  const graph = buildRunGraph(drawRun('main 0B 1A 1B 2A 2B'));
  const row = graph.scenes.get(scene);
  const node = graph.turns.get(graph.turnOfScene.get(scene) ?? '');
  if (!row || !node) throw new Error('the drawing lacks the scene');
  const checkpoint = checkpointFromJson({ messages, request }, 'a test');
  return sentRequest(graph, node, { row: { ...row, model: 'm-dated' }, checkpoint });
}

describe('sentRequest', () => {
  test('is what stood before the reply, with the settings that were kept', () => {
    const settings = { model: 'm', system: 'Be brief.', maxTokens: 100, tools: [{ name: 'read' }] };
    const sent = requestOf([...asked, reply], settings);
    expect(sent?.stored).toEqual(asked);
    expect(sent?.unkept).toEqual([]);
    expect(sent?.mended).toEqual([]);
    expect(sent?.body).toMatchObject({ model: 'm', max_tokens: 100, stream: true });
    expect(sent?.body.tools).toHaveLength(1);
    expect(sent?.body.messages).toHaveLength(3);
  });

  test('says what was not kept; the model is then that of the reply', () => {
    const sent = requestOf([...asked, reply]);
    expect(sent?.unkept).toEqual(['system', 'tools', 'maxTokens']);
    expect(sent?.body).toMatchObject({ model: 'm-dated', max_tokens: 16_000 });
    expect(sent?.body).not.toHaveProperty('system');
  });

  test('of a broken history a repaired copy, and what is mended in it', () => {
    const sent = requestOf([...asked.slice(0, 2), { role: 'user', content: 'Go on.' }, reply]);
    expect(sent?.mended.map(problem => problem.code)).toEqual(['dangling-call']);
    expect(sent?.sent).not.toEqual(sent?.stored);
    expect(JSON.stringify(sent?.body.messages)).toContain('"tool_use_id":"t1"');
  });

  test('there is none for the task and where nothing was replied', () => {
    expect(requestOf(asked.slice(0, 1), undefined, 'main/0B')).toBeNull();
    expect(requestOf(asked.slice(0, 1))).toBeNull();
  });
});
