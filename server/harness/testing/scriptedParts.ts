import type { Block } from '../../../shared/message.ts';
import type { Model, ModelReply, ModelRequest } from '../../model/model.ts';
import type { Tool } from '../../tools/tool.ts';

/** A reply, or what the model does instead of giving one. */
export type Step = ModelReply | ((...args: Parameters<Model['reply']>) => Promise<ModelReply>);

/** A model that gives one step after the other and notes what it was asked. */
export function modelOf(...steps: Step[]): Model & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const queue = [...steps];
  return {
    requests,
    async reply(request, watcher, signal) {
      requests.push(structuredClone(request));
      const step = queue.shift();
      if (!step) throw new Error('the test gave no further reply');
      return typeof step === 'function' ? step(request, watcher, signal) : step;
    },
  };
}

/** A whole reply of these blocks, with 12 tokens used. */
export function replyWith(content: Block[], stopReason: string | null = 'tool_use'): ModelReply {
  return { content, model: 'test-model', stopReason, usage: { input_tokens: 10, output_tokens: 2 } };
}

/** A reply of one text. */
export const says = (text: string, stopReason = 'end_turn') =>
  replyWith([{ type: 'text', text }], stopReason);

/** A call as a block. */
export const call = (id: string, name: string, input: unknown = {}): Block => ({
  type: 'tool_use',
  id,
  name,
  input,
});

/** A tool that takes any object and answers `ok`, unless told otherwise. */
export function toolOf(name: string, parts: Partial<Tool> = {}): Tool {
  return {
    name,
    description: name,
    inputSchema: { type: 'object' },
    toolClass: 'external',
    run: async () => ({ content: 'ok' }),
    ...parts,
  };
}

/** Something that a test waits for and another part of it lets happen. */
export function latch() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>(resolve => {
    open = resolve;
  });
  return { open, opened };
}
