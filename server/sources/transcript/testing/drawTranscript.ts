/**
 * Draws a transcript, one record per line, as Claude Code would write it:
 *
 *     u1            prompt Tidy the shed           a record, the child of the one before it
 *     a1            m1 call c1 Read {"path":"x"}    a piece of reply m1: `text`, `think`, `call`, `search`, `found`, `other`
 *     r1<a1         result c1 three rakes           the child of a1; also `error`
 *     u2<null@90    prompt Try again                a root, 90 seconds after the start (else one per line)
 *     s1!side<null  prompt Look around              a record of a subagent in the same file
 *     -             title The shed                  outside the tree; also `leaf`, `summary-of`, `snapshot`, `unknown`
 *
 * Other records: `meta`, `command`, `output`, `interrupted`, `summary`, `queued`, `progress`, `hook`, `api-error`,
 * `no-response`, `boundary` (its parent is the logical one; `keep=head..tail@anchor` names what outlived it).
 */
export function drawTranscript(drawing: string): string[] {
  let before: string | null = null;
  return drawing
    .split('\n')
    .filter(line => line.trim() !== '')
    .map((line, index) => {
      const match = /^\s*(\S+)\s+(\S+)\s?(.*)$/.exec(line);
      if (!match) throw new Error(`cannot draw: ${line}`);
      const [, place = '', kind = '', rest = ''] = match;
      if (place === '-') return JSON.stringify(outsideRecord(kind, rest));
      const at = readPlace(place, before, index);
      before = at.uuid;
      return JSON.stringify(treeRecord(at, kind, rest));
    });
}

interface Place {
  uuid: string;
  parent: string | null;
  isSidechain: boolean;
  seconds: number;
}

function readPlace(text: string, before: string | null, index: number): Place {
  const match = /^([\w-]+)(!side)?(?:<([\w-]+))?(?:@(\d+))?$/.exec(text);
  if (!match) throw new Error(`cannot draw the place ${text}`);
  const [, uuid = '', side, named, seconds] = match;
  return {
    uuid,
    parent: named === 'null' ? null : (named ?? before),
    isSidechain: side !== undefined,
    seconds: seconds === undefined ? index : Number(seconds),
  };
}

/** The time of a drawn record. @param seconds after the start */
function drawnTime(seconds: number): string {
  return new Date(Date.UTC(2026, 2, 1, 10) + seconds * 1000).toISOString();
}

function treeRecord(place: Place, kind: string, rest: string): Record<string, unknown> {
  const base = {
    parentUuid: place.parent,
    isSidechain: place.isSidechain,
    sessionId: 'shed',
    version: '2.1.0',
    uuid: place.uuid,
    timestamp: drawnTime(place.seconds),
  };
  const user = (content: unknown, more = {}) => {
    return { ...base, type: 'user', message: { role: 'user', content }, ...more };
  };
  switch (kind) {
    case 'prompt':
      return user(rest);
    case 'meta':
      return user([{ type: 'text', text: rest }], { isMeta: true });
    case 'summary':
      return user(rest, { isCompactSummary: true });
    case 'command':
      return user(`<command-name>${rest}</command-name><command-args></command-args>`);
    case 'output':
      return user(`<local-command-stdout>${rest}</local-command-stdout>`);
    case 'interrupted':
      return user([{ type: 'text', text: '[Request interrupted by user]' }]);
    case 'result':
    case 'error':
      return user(resultsOf(rest, kind === 'error'), agentOf(rest));
    case 'queued':
      return { ...base, type: 'attachment', attachment: { type: 'queued_command', prompt: rest } };
    case 'hook':
      return { ...base, type: 'attachment', attachment: { type: 'hook_success' } };
    case 'progress':
      return { ...base, type: 'progress', data: { type: 'bash_progress' } };
    case 'boundary':
      return boundaryRecord(base, place, rest);
    case 'no-response':
      return { ...base, type: 'assistant', message: synthetic('No response requested.') };
    case 'api-error':
      return { ...base, type: 'assistant', isApiErrorMessage: true, message: synthetic(rest) };
    default:
      return { ...base, type: 'assistant', message: replyPiece(kind, rest) };
  }
}

function boundaryRecord(base: Record<string, unknown>, place: Place, rest: string) {
  const kept = /keep=([\w-]+)\.\.([\w-]+)@([\w-]+)/.exec(rest);
  const preservedSegment = kept && { headUuid: kept[1], tailUuid: kept[2], anchorUuid: kept[3] };
  return {
    ...base,
    type: 'system',
    subtype: 'compact_boundary',
    parentUuid: null,
    logicalParentUuid: place.parent,
    compactMetadata: { trigger: 'auto', ...(preservedSegment ? { preservedSegment } : {}) },
  };
}

/** `c1 words` or, for several results in one record, `c1 words + c2 words`; `+ words` alone is text. */
function resultsOf(rest: string, isError: boolean): unknown[] {
  return rest.split(' + ').map(part => {
    const [id = '', ...words] = part.split(' ');
    if (!/^c\d/.test(id)) return { type: 'text', text: part };
    const content = words.filter(word => !word.startsWith('agent=')).join(' ');
    return { type: 'tool_result', tool_use_id: id, content, ...(isError ? { is_error: true } : {}) };
  });
}

function agentOf(rest: string) {
  const agent = /agent=(\S+)/.exec(rest);
  return agent ? { toolUseResult: { agentId: agent[1] } } : {};
}

function synthetic(text: string) {
  const usage = { input_tokens: 0, output_tokens: 0 };
  return { id: 'none', model: '<synthetic>', role: 'assistant', content: [{ type: 'text', text }], usage };
}

/** Usage is 100 tokens in and the number after `out=` out, or 1 as on all but the last piece of a reply. */
function replyPiece(messageId: string, rest: string): Record<string, unknown> {
  const out = Number(/ out=(\d+)/.exec(rest)?.[1] ?? 1);
  const stop = /stop=(\w+)/.exec(rest)?.[1] ?? null;
  const [kind = '', ...words] = rest.replace(/ (out|stop)=\w+/g, '').split(' ');
  return {
    id: messageId,
    model: 'a-model',
    role: 'assistant',
    content: [blockOf(kind, words)],
    stop_reason: stop,
    usage: { input_tokens: 100, output_tokens: out },
  };
}

function blockOf(kind: string, words: string[]): Record<string, unknown> {
  const text = words.join(' ');
  if (kind === 'text') return { type: 'text', text };
  if (kind === 'think') return { type: 'thinking', thinking: text, signature: `sig-${text}` };
  if (kind === 'search') return { type: 'server_tool_use', id: words[0], name: 'web_search', input: {} };
  if (kind === 'found') return { type: 'web_search_tool_result', tool_use_id: words[0], content: [] };
  if (kind === 'other') return { type: 'block_of_tomorrow', words };
  if (kind !== 'call') throw new Error(`cannot draw a piece of kind ${kind}`);
  const [id = '', name = '', ...input] = words;
  return { type: 'tool_use', id, name, input: input.length > 0 ? JSON.parse(input.join(' ')) : {} };
}

function outsideRecord(kind: string, rest: string): Record<string, unknown> {
  switch (kind) {
    case 'title':
      return { type: 'custom-title', customTitle: rest, sessionId: 'shed' };
    case 'leaf':
      return { type: 'last-prompt', lastPrompt: '…', leafUuid: rest, sessionId: 'shed' };
    case 'summary-of':
      return { type: 'summary', summary: `About ${rest}`, leafUuid: rest };
    case 'snapshot':
      return { type: 'file-history-snapshot', messageId: rest, snapshot: {}, isSnapshotUpdate: false };
    default:
      return { type: kind, words: rest };
  }
}
