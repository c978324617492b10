import { z } from 'zod';
import type { Point } from './checkpoint.ts';
import {
  type Block,
  blocksOf,
  contentBlocksOf,
  isImage,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
  type Message,
  type Messages,
} from './message.ts';
import { isRecord } from './schema.ts';

/** Who or what a text comes from. `other`: a block of a kind that nobody knows yet. */
export const textKindSchema = z.enum(['system', 'said', 'reply', 'thinking', 'call', 'result', 'other']);
export type TextKind = z.infer<typeof textKindSchema>;

/** A text that the model saw or said in a turn. */
export interface TurnText {
  kind: TextKind;
  text: string;
  /** Of a call and its result: the call's id and its tool. */
  callId: string | null;
  tool: string | null;
}

/** Texts of the messages that a turn added, in order. Images and other data are left out. */
export function textsOfMessages(messages: Messages, system: string | null = null): TurnText[] {
  const toolOf = new Map<string, string>();
  const texts: TurnText[] = system === null ? [] : [bare('system', system)];
  for (const message of messages) {
    for (const block of blocksOf(message)) texts.push(...textsOfBlock(block, message, toolOf));
  }
  return texts.filter(({ text }) => text !== '');
}

/** The save point at which a text is in `messages`: what answers calls comes with B. */
export function pointOfText({ kind }: Pick<TurnText, 'kind'>): Point {
  return kind === 'result' ? 'B' : 'A';
}

function bare(kind: TextKind, text: string): TurnText {
  return { kind, text, callId: null, tool: null };
}

function textsOfBlock(block: Block, { role }: Message, toolOf: Map<string, string>): TurnText[] {
  if (isText(block)) {
    return [bare(role === 'assistant' ? 'reply' : 'said', block.text)];
  }
  if (isThinking(block)) return [bare('thinking', block.thinking)];
  if (isToolUse(block)) {
    toolOf.set(block.id, block.name);
    const text = [block.name, ...leavesOf(block.input)].join('\n');
    return [{ kind: 'call', text, callId: block.id, tool: block.name }];
  }
  if (isToolResult(block)) {
    const text = contentBlocksOf(block)
      .map(inner => (isText(inner) ? withoutLook(inner.text) : textOfUnknown(inner)))
      .filter(inner => inner !== '')
      .join('\n');
    return [{ kind: 'result', text, callId: block.tool_use_id, tool: toolOf.get(block.tool_use_id) ?? null }];
  }
  return [bare('other', textOfUnknown(block))];
}

/** Colours of a terminal stand between letters that a person reads as one word. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const terminalLook = /\u001b\[[\d;:]*m/g;

function withoutLook(text: string): string {
  return text.includes('\u001b') ? text.replaceAll(terminalLook, '') : text;
}

/** Bytes in base64 are nothing that anyone reads. */
const dataKeys = new Set(['data', 'signature', 'cache_control']);

function textOfUnknown(block: Block): string {
  if (isImage(block)) return '';
  const { type: _type, ...rest } = block;
  return leavesOf(rest).join('\n');
}

/** `key: value` for every value, as it is and not as JSON would write it. */
function leavesOf(value: unknown, key = ''): string[] {
  if (dataKeys.has(key)) return [];
  if (Array.isArray(value)) return value.flatMap(item => leavesOf(item, key));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, item]) => leavesOf(item, name));
  if (value === undefined || value === null) return [];
  return [key === '' ? String(value) : `${key}: ${String(value)}`];
}
