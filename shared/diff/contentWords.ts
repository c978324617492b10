import type { Block } from '../message.ts';

const lookedAt = { texts: 40, characters: 2_000, distinct: 96 };

/** Hashes of the first words in the values of some blocks, keys and ids apart, sorted and distinct: for likeness. */
export function contentWords(blocks: readonly Block[]): number[] {
  const texts: string[] = [];
  for (const block of blocks) collectTexts(block, texts);
  const hashes = new Set<number>();
  let room = lookedAt.characters;
  for (const text of texts) {
    addWords(text, Math.min(room, text.length), hashes);
    room -= text.length;
    if (room <= 0 || hashes.size >= lookedAt.distinct) break;
  }
  return [...hashes].sort((a, b) => a - b);
}

const keysWithoutWords = new Set(['id', 'tool_use_id', 'signature', 'cache_control', 'type']);

function collectTexts(value: unknown, texts: string[]) {
  if (texts.length >= lookedAt.texts) return;
  if (typeof value === 'string') texts.push(value);
  else if (typeof value === 'number' || typeof value === 'boolean') texts.push(String(value));
  else if (Array.isArray(value)) for (const inner of value) collectTexts(inner, texts);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (!keysWithoutWords.has(key)) collectTexts(inner, texts);
    }
  }
}

/**
 * Each word as FNV-1a, 32 bits: small, quick, and a rare collision only makes two messages look a little more alike. Done
 * character by character, since this is what a diff of long results spends its time on.
 */
function addWords(text: string, length: number, hashes: Set<number>) {
  let hash = 0;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (isOfWord(code)) hash = Math.imul((hash === 0 ? 0x811c9dc5 : hash) ^ code, 0x01000193);
    else if (hash !== 0) {
      hashes.add(hash >>> 0);
      hash = 0;
      if (hashes.size >= lookedAt.distinct) return;
    }
  }
  if (hash !== 0) hashes.add(hash >>> 0);
}

/** Letters, digits and `_`; beyond ASCII whatever it is: Chinese counts by its stretches, which is good enough. */
function isOfWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code > 127
  );
}
