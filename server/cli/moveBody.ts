import { z } from 'zod';
import { ForkpointError } from '../../shared/errors.ts';
import { pendingChoiceSchema, type RewindBody } from '../../shared/plan.ts';
import { given, jsonValue } from './acting.ts';
import { textArgument, textsByCall } from './textArgument.ts';

/** How a rewind or a fork is asked for in words. */
export interface MoveWords {
  say?: string;
  restore?: string;
  pending?: string;
  editResult?: string[];
  editInput?: string[];
  model?: string;
  system?: string;
  thinking?: string;
  maxTokens?: number;
  tools?: string;
  effects?: string;
  claim?: string[];
}

/**
 * The body of a rewind or a fork. @param extra what only one of them has
 * @throws ForkpointError `bad-request` for words that fit no body, `no-such-path`
 */
export async function moveBodyFrom<S extends z.ZodType>(
  schema: S,
  words: MoveWords,
  extra: object,
): Promise<z.infer<S>> {
  const parsed = schema.safeParse({ ...(await wishesFrom(words)), ...extra });
  if (parsed.success) return parsed.data;
  throw new ForkpointError('bad-request', {
    detail: z.prettifyError(parsed.error).replace(/\s*\n\s*/g, ', '),
  });
}

async function wishesFrom(words: MoveWords): Promise<object> {
  const { say, restore, model, maxTokens, effects, system, editResult } = words;
  return given({
    say,
    restore,
    model,
    effects,
    maxTokens,
    claimed: words.claim,
    system: system === undefined ? undefined : await textArgument(system),
    thinking: words.thinking === undefined ? undefined : thinkingFrom(words.thinking),
    tools: words.tools === undefined ? undefined : namesFrom(words.tools),
    pending: await pendingFrom(words),
    editedResults: editResult === undefined ? undefined : await editedResults(editResult),
  });
}

/** @throws ForkpointError `bad-request` */
function thinkingFrom(word: string): RewindBody['thinking'] {
  if (word === 'off') return null;
  if (word === 'adaptive') return word;
  if (/^\d{1,7}$/.test(word)) return { budgetTokens: Number(word) };
  throw new ForkpointError('bad-request', {
    detail: '--thinking: write a number of tokens, adaptive, or off',
  });
}

function namesFrom(words: string): string[] {
  return words
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
}

/** A result is a text: a JSON string is read, everything else is taken as it stands. */
async function editedResults(words: readonly string[]): Promise<Record<string, string>> {
  const texts = Object.entries(await textsByCall('--edit-result', words));
  return Object.fromEntries(texts.map(([id, text]) => [id, stringIn(text)]));
}

function stringIn(text: string): string {
  if (!/^\s*"(?:[^"\\]|\\.)*"\s*$/s.test(text)) return text;
  const value = jsonValue(text);
  return typeof value === 'string' ? value : text;
}

/**
 * A word, or decisions by call id as JSON; inputs that were edited stand beside those.
 * @throws ForkpointError `bad-request`
 */
async function pendingFrom({ pending, editInput }: MoveWords): Promise<unknown> {
  const choice = pending === undefined ? undefined : choiceFrom(await textArgument(pending));
  if (editInput === undefined) return choice;
  if (typeof choice === 'string') {
    throw new ForkpointError('bad-request', {
      detail: `--edit-input decides about one call and --pending ${choice} about all; write the others as JSON`,
    });
  }
  const inputs = Object.entries(await textsByCall('--edit-input', editInput));
  const edits = inputs.map(([id, text]) => [id, { kind: 'edit', input: jsonValue(text) }]);
  return { ...choice, ...Object.fromEntries(edits) };
}

function choiceFrom(text: string): RewindBody['pending'] {
  const value = text.trimStart().startsWith('{') ? jsonValue(text) : text;
  const parsed = pendingChoiceSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ForkpointError('bad-request', {
    detail:
      '--pending: write run, skip, drop, or decisions by call id as JSON, {"toolu_1":{"kind":"skip","why":"…"}}',
  });
}
