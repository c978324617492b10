import { createHash } from 'node:crypto';
import { codesOfBlock } from '../../../shared/findProblems.ts';
import { type Block, firstWords, isText } from '../../../shared/message.ts';
import { isMarked } from '../../../shared/newProblems.ts';

/** The first words of a message's text. */
export function wordsOf(blocks: readonly Block[]): string {
  const texts = blocks.filter(isText).map(block => firstWords(block.text));
  return detached(firstWords(texts.join(' ')));
}

/** A copy that does not keep the long text alive that it was cut from. */
export function detached(words: string): string {
  return Buffer.from(words, 'utf16le').toString('utf16le');
}

/** Whether a block breaks a rule of the API by itself, in a way that is worth a mark. */
export function hasFault(blocks: readonly Block[]): boolean {
  return blocks.some(block => codesOfBlock(block).some(code => isMarked({ severity: 'error', code })));
}

/** Tells contents apart within one reading. Nothing keeps it, and a file may be large: it has to be quick. */
export function digestOf(content: unknown): string {
  return createHash('sha1').update(JSON.stringify(content)).digest('base64url');
}
