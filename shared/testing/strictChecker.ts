import type { Block, Message } from '../message.ts';

/**
 * A strict reader of `messages` for tests. It shares no code with the module it checks and is written the other way
 * round: one walk, rule by rule, each with the page that states it. It may refuse what the API would forgive.
 */
export interface Violation {
  rule: string;
  source: string;
  at: number;
}

const docs = 'https://platform.claude.com/docs/en';
const sources = {
  messages: `${docs}/api/messages`,
  toolUse: `${docs}/agents-and-tools/tool-use/implement-tool-use`,
  thinking: `${docs}/build-with-claude/extended-thinking`,
  serverTools: `${docs}/agents-and-tools/tool-use/server-tools`,
  callIds: 'https://github.com/maximhq/bifrost/issues/5097',
  vision: `${docs}/build-with-claude/vision`,
  caching: `${docs}/build-with-claude/prompt-caching`,
  unicode: 'https://www.rfc-editor.org/rfc/rfc8259#section-8.1',
};

/** Every rule that `messages` breaks, if sent as they are. @param isPaused the last reply ended with pause_turn */
export function strictViolations(messages: readonly Message[], isPaused = false): Violation[] {
  const found: Violation[] = [];
  const seenIds = new Set<string>();
  let waiting: string[] = [];
  let onServer: string[] = [];
  let marks = 0;
  let previousRole = '';
  const complain = (rule: string, source: string, at: number) => found.push({ rule, source, at });

  for (let at = 0; at < messages.length; at++) {
    const { role, content } = messages[at] as Message;
    const blocks: Block[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    if (at === 0 && role === 'assistant') complain('the first message is the user’s', sources.messages, at);
    if (blocks.length === 0) complain('content is not empty', sources.messages, at);

    const answersNow = waiting.length > 0 && role === 'user';
    const answered: string[] = [];
    let otherBefore = false;
    for (const block of blocks) {
      if (/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(flatText(block))) {
        complain('text is well-formed Unicode', sources.unicode, at);
      }
      if (block.cache_control) marks += 1;
      if (block.type === 'text' && String(block.text).trim() === '')
        complain('text is not empty', sources.messages, at);
      if (block.type === 'thinking' && !block.signature) complain('thinking is signed', sources.thinking, at);
      if (block.type === 'image' && sizeOf(block) > 5 * 1024 * 1024)
        complain('images stay below 5 MB', sources.vision, at);
      if (block.type === 'tool_use') {
        const { id, input } = block as { id?: string; input?: unknown };
        if (role !== 'assistant') complain('calls are the assistant’s', sources.toolUse, at);
        if (typeof input !== 'object' || input === null || Array.isArray(input))
          complain('input is an object', sources.toolUse, at);
        if (id === undefined || seenIds.has(id)) complain('ids of calls are unique', sources.toolUse, at);
        if (/[^\w-]/.test(String(id)) || id === '') complain('ids of calls are plain', sources.callIds, at);
        seenIds.add(String(id));
      }
      if (block.type === 'server_tool_use') onServer.push(String(block.id));
      if (role === 'assistant' && /._tool_result$/.test(block.type))
        onServer = onServer.filter(id => id !== block.tool_use_id);
      if (block.type === 'tool_result') {
        const id = String(block.tool_use_id);
        if (!answersNow || !waiting.includes(id))
          complain('a result answers a call of the message before', sources.toolUse, at);
        if (answered.includes(id)) complain('a call has one result', sources.toolUse, at);
        if (otherBefore) complain('results come first', sources.toolUse, at);
        answered.push(id);
        const inner = Array.isArray(block.content) ? (block.content as Block[]) : [];
        if (block.is_error && inner.some(part => part.type !== 'text'))
          complain('an error result holds text', sources.toolUse, at);
        if (inner.some(part => part.type === 'text' && String(part.text).trim() === ''))
          complain('text is not empty', sources.messages, at);
        if (inner.some(part => part.type === 'image' && sizeOf(part) > 5 * 1024 * 1024))
          complain('images stay below 5 MB', sources.vision, at);
      } else otherBefore = true;
    }
    if (role === 'assistant') {
      const own = blocks.filter(block => block.type === 'tool_use').map(block => String(block.id));
      waiting = previousRole === 'assistant' ? [...waiting, ...own] : own;
    } else {
      if (onServer.length > 0 && (waiting.length === 0 || otherBefore)) {
        complain('a call of the API’s own tools has its result in the same turn', sources.serverTools, at);
        onServer = [];
      }
      if (waiting.some(id => !answered.includes(id)))
        complain('every call has a result in the next message', sources.toolUse, at);
      waiting = [];
    }
    previousRole = role;
  }
  if (onServer.length > 0 && previousRole === 'assistant' && waiting.length === 0 && !isPaused)
    complain(
      'a call of the API’s own tools has its result in the same turn',
      sources.serverTools,
      messages.length,
    );
  if (waiting.length > 0)
    complain('every call has a result in the next message', sources.toolUse, messages.length);
  else if (previousRole === 'assistant' && !isPaused)
    complain('the last message is the user’s', sources.messages, messages.length);
  if (marks > 4) complain('at most four cache marks', sources.caching, 0);
  return found;
}

function flatText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value).flat().map(flatText).join('\n');
}

function sizeOf(image: Block): number {
  return String((image.source as { data?: string } | undefined)?.data ?? '').length;
}
