import { lastReplyIndex } from '../../shared/calls.ts';
import { contextTokensOf, type Message, type Messages, type Usage } from '../../shared/message.ts';

/** Code, JSON and English words together come near to this. */
const CHARACTERS_PER_TOKEN = 3;

/**
 * About how many input tokens a request with these messages has: what the last reply's request and the reply itself are
 * known to have had, and an estimate for what came after; without a known usage an estimate of it all.
 */
export function requestTokens(messages: Messages, usage: Usage | null | undefined): number {
  const index = usage ? lastReplyIndex(messages) : -1;
  const known = index < 0 || !usage ? 0 : contextTokensOf(usage) + (usage.output_tokens ?? 0);
  const rest = messages.slice(index + 1);
  return known + (rest.length === 0 ? 0 : Math.ceil(JSON.stringify(rest).length / CHARACTERS_PER_TOKEN));
}

/** The messages that the next request begins with, and the person's words as a message of their own behind them. */
export function withWords(messages: Messages, words: string | null): Message[] {
  return [...messages, ...(words === null ? [] : [{ role: 'user' as const, content: words }])];
}
