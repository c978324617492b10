import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { danglingCalls } from '../../../shared/calls.ts';
import { type Block, blocksOf, isToolResult, type Message, messagesSchema } from '../../../shared/message.ts';
import { checked, parseJson } from '../../../shared/schema.ts';

/** What the server does with one request. An event that is a string is sent as it is. */
export type Behaviour =
  | { kind: 'events'; events: unknown[]; end: 'close' | 'cut' | 'hang' }
  | { kind: 'error'; status: number; type: string; message: string; headers?: Record<string, string> };

const requestBodySchema = z.looseObject({
  model: z.string(),
  max_tokens: z.number(),
  messages: messagesSchema,
  stream: z.literal(true),
  system: z.unknown(),
  tools: z.unknown(),
});
export type RequestBody = z.infer<typeof requestBodySchema>;

export interface MessagesServer {
  url: string;
  /** Bodies of all requests with a good key, in the order in which they came. */
  requests: RequestBody[];
  /** Value of `anthropic-beta` of each of them. */
  betas: (string | null)[];
  /** Resolves when the n-th request (from 1) has come and what there is of its reply was sent. */
  sent(n: number): Promise<void>;
  close(): Promise<void>;
}

export const goodKey = 'sk-test-good-key';
export const unknownModel = 'claude-nobody-knows';

/**
 * The Messages API on loopback, as a stream: each request takes the next behaviour. As the API does, it refuses a wrong
 * key, an unknown model and `messages` that break its rules before any behaviour is used.
 */
export async function startMessagesServer(behaviours: readonly Behaviour[]): Promise<MessagesServer> {
  const queue = [...behaviours];
  const requests: RequestBody[] = [];
  const betas: (string | null)[] = [];
  const sentCount = createCounter();
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (keyOf(request) !== goodKey)
      return sendError(response, 401, 'authentication_error', 'invalid x-api-key');
    const body = checked(requestBodySchema, parseJson(await text(request), 'request'), 'request');
    requests.push(body);
    betas.push(String(request.headers['anthropic-beta'] ?? '') || null);
    if (body.model === unknownModel)
      return sendError(response, 404, 'not_found_error', `model: ${body.model}`);
    const refusal = problemOfMessages(body.messages);
    if (refusal !== null) return sendError(response, 400, 'invalid_request_error', refusal);
    const behaviour = queue.shift();
    if (!behaviour) return sendError(response, 400, 'invalid_request_error', 'no behaviour is left');
    await behave(behaviour, response);
    sentCount.add();
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(error => response.destroy(error));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    betas,
    sent: sentCount.reached,
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

function createCounter() {
  let count = 0;
  const waiting: { n: number; resolve: () => void }[] = [];
  return {
    add() {
      count += 1;
      for (const waiter of waiting) if (count >= waiter.n) waiter.resolve();
    },
    reached: (n: number) =>
      new Promise<void>(resolve => (count >= n ? resolve() : waiting.push({ n, resolve }))),
  };
}

function keyOf(request: IncomingMessage): string {
  const bearer = request.headers.authorization?.replace(/^Bearer /, '');
  return bearer ?? String(request.headers['x-api-key'] ?? '');
}

function sendError(
  response: ServerResponse,
  status: number,
  type: string,
  message: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ type: 'error', error: { type, message } }));
}

async function behave(behaviour: Behaviour, response: ServerResponse): Promise<void> {
  if (behaviour.kind === 'error') {
    const { status, type, message, headers } = behaviour;
    return sendError(response, status, type, message, headers);
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of behaviour.events) await send(response, event);
  if (behaviour.end === 'close') response.end();
  if (behaviour.end === 'cut') response.destroy();
}

/** One event at a time, each flushed by itself, so that a cut comes after what was sent. */
function send(response: ServerResponse, event: unknown): Promise<void> {
  const type =
    typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : 'message';
  const chunk = typeof event === 'string' ? event : `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
  return new Promise((resolve, reject) =>
    response.write(chunk, error => (error ? reject(error) : setImmediate(resolve))),
  );
}

/** The rules of the API that a harness breaks most easily; null where `messages` keeps them. */
function problemOfMessages(messages: Message[]): string | null {
  const first = messages[0];
  if (first?.role !== 'user') return 'messages: first message must use the user role';
  const dangling = danglingCalls(messages)[0];
  if (dangling) return `messages: tool_use ids were found without tool_result blocks: ${dangling.id}`;
  for (const [index, message] of messages.entries()) {
    const kinds = blocksOf(message).map(isToolResult);
    if (kinds.lastIndexOf(true) > kinds.indexOf(false) && kinds.includes(false)) {
      return `messages.${index}: tool_result blocks must come first`;
    }
    if (blocksOf(message).some(block => block.type === 'text' && block.text === '')) {
      return `messages.${index}: text content blocks must be non-empty`;
    }
  }
  return null;
}

/** A whole reply as the API streams it: text, thinking and inputs in pieces, other blocks at once. */
export function replyOf(content: readonly Block[], stopReason: string): Behaviour {
  return { kind: 'events', events: eventsOf(content, stopReason), end: 'close' };
}

/** The events of a reply: `message_start`, the blocks, `message_delta`, `message_stop`. */
export function eventsOf(content: readonly Block[], stopReason: string): unknown[] {
  return [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-test-1',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 },
      },
    },
    { type: 'ping' },
    ...content.flatMap(eventsOfBlock),
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: 7 },
    },
    { type: 'message_stop' },
  ];
}

function eventsOfBlock(block: Block, index: number): unknown[] {
  const { start, deltas } = startAndDeltasOf(block);
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function startAndDeltasOf(block: Block): { start: Block; deltas: unknown[] } {
  if (block.type === 'text') {
    const deltas = pieces(String(block.text)).map(piece => ({ type: 'text_delta', text: piece }));
    return { start: { ...block, text: '' }, deltas };
  }
  if (block.type === 'thinking') {
    const thoughts = pieces(String(block.thinking)).map(piece => ({
      type: 'thinking_delta',
      thinking: piece,
    }));
    const signature = { type: 'signature_delta', signature: block.signature };
    return { start: { ...block, thinking: '', signature: '' }, deltas: [...thoughts, signature] };
  }
  if (block.type === 'tool_use' || block.type === 'server_tool_use') {
    // A string stands for the JSON as the model wrote it, whole or not.
    const json = typeof block.input === 'string' ? block.input : JSON.stringify(block.input);
    const deltas = pieces(json).map(piece => ({ type: 'input_json_delta', partial_json: piece }));
    return { start: { ...block, input: {} }, deltas };
  }
  return { start: block, deltas: [] };
}

function pieces(whole: string): string[] {
  const half = Math.ceil(whole.length / 2);
  return [whole.slice(0, half), whole.slice(half)].filter(piece => piece !== '');
}
