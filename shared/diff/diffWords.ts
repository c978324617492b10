/** A piece of a text that both sides have, or one of them. */
export interface TextPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** With less in common, marks on single words only disturb: one text is shown after the other. */
const leastInCommon = 0.3;
/** A table of so many cells takes a few milliseconds. */
const mostCells = 250_000;

/** A word, a sign, or a stretch of white space. */
interface Token {
  text: string;
  /** Equal for what counts as the same. */
  key: string;
}

/**
 * The words that two texts have in common, as many and as long ones as can be, and what stands between them.
 * Null where too little is the same, or more than `maxEdits` words differ.
 * @param ignoreSpace white space is no change: what is the same reads as it does on the right
 */
export function diffWords(
  left: string,
  right: string,
  { ignoreSpace, maxEdits }: { ignoreSpace: boolean; maxEdits: number },
): TextPart[] | null {
  const tokensOf = ignoreSpace ? spacedWords : words;
  const [before, after] = [tokensOf(left), tokensOf(right)];
  const start = sameStart(before, after);
  const end = sameEnd(before, after, start);
  const between = [before.slice(start, before.length - end), after.slice(start, after.length - end)] as const;
  if (between[0].length * between[1].length > mostCells) return null;
  const edits = editsBetween(...between);
  if (edits.filter(({ kind }) => kind !== 'same').length > maxEdits) return null;
  const parts = joined([
    ...after.slice(0, start).map(sameToken),
    ...edits,
    ...after.slice(after.length - end).map(sameToken),
    ...(ignoreSpace ? [{ kind: 'same' as const, text: right.slice(right.trimEnd().length) }] : []),
  ]);
  const common = parts.reduce((sum, part) => sum + (part.kind === 'same' ? lettersOf(part.text) : 0), 0);
  return common < leastInCommon * Math.min(lettersOf(left), lettersOf(right)) ? null : parts;
}

/** Characters apart from white space, of which the sides may have unlike amounts. */
function lettersOf(text: string): number {
  return text.replace(/\s+/g, '').length;
}

function words(text: string): Token[] {
  const tokens = text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  return tokens.map(token => ({ text: token, key: token }));
}

/** Words and signs, each with the white space before it. */
function spacedWords(text: string): Token[] {
  const tokens = text.match(/\s*(?:[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_])/gu) ?? [];
  return tokens.map(token => ({ text: token, key: token.trimStart() }));
}

function sameStart(left: readonly Token[], right: readonly Token[]): number {
  let count = 0;
  while (count < left.length && count < right.length && left[count]?.key === right[count]?.key) count++;
  return count;
}

function sameEnd(left: readonly Token[], right: readonly Token[], start: number): number {
  const most = Math.min(left.length, right.length) - start;
  let count = 0;
  while (count < most && left.at(-1 - count)?.key === right.at(-1 - count)?.key) count++;
  return count;
}

/** White space says little, a long word much: what is the same should be words, not the spaces between them. */
function weightOf(key: string): number {
  return key.trim() === '' ? 1 : 2 + Math.min(key.length, 12);
}

/** The heaviest common subsequence, by the classic table; removed before added where both stand together. */
function editsBetween(left: readonly Token[], right: readonly Token[]): TextPart[] {
  const numbers = new Map<string, number>();
  const [before, after] = [numbered(left, numbers), numbered(right, numbers)];
  const weights = Uint32Array.from(numbers.keys(), weightOf);
  const best = bestTable(before, after, weights);
  const width = right.length + 1;
  const edits: TextPart[] = [];
  for (let l = 0, r = 0; l < left.length || r < right.length; ) {
    const cell = l * width + r;
    const [gone, come] = [left[l], right[r]];
    const isSame = gone && come && before[l] === after[r];
    if (isSame && best[cell] === (weights[before[l] ?? 0] ?? 0) + (best[cell + width + 1] ?? 0)) {
      edits.push(sameToken(come));
      [l, r] = [l + 1, r + 1];
    } else if (gone && best[cell] === best[cell + width]) {
      edits.push({ kind: 'removed', text: gone.text });
      l++;
    } else if (come) {
      edits.push({ kind: 'added', text: come.text });
      r++;
    }
  }
  return edits;
}

/** Equal keys, equal numbers: comparing them is what takes the time. */
function numbered(tokens: readonly Token[], numbers: Map<string, number>): Uint32Array {
  return Uint32Array.from(tokens, ({ key }) => {
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  });
}

/** In each cell the weight of what the rests of both sides have in common, row by row. */
function bestTable(left: Uint32Array, right: Uint32Array, weights: Uint32Array): Uint32Array {
  const width = right.length + 1;
  const best = new Uint32Array((left.length + 1) * width);
  for (let l = left.length - 1; l >= 0; l--) {
    const key = left[l] ?? 0;
    const weight = weights[key] ?? 0;
    let cell = l * width + right.length - 1;
    for (let r = right.length - 1; r >= 0; r--, cell--) {
      const skipped = Math.max(best[cell + width] ?? 0, best[cell + 1] ?? 0);
      const paired = right[r] === key ? weight + (best[cell + width + 1] ?? 0) : 0;
      best[cell] = Math.max(skipped, paired);
    }
  }
  return best;
}

const sameToken = ({ text }: Token): TextPart => ({ kind: 'same', text });

/** Neighbours of one kind as one part; between two that are the same, all that was removed before all that was added. */
function joined(edits: readonly TextPart[]): TextPart[] {
  const parts: TextPart[] = [];
  const open = { removed: '', added: '' };
  const close = () => {
    for (const kind of ['removed', 'added'] as const) {
      if (open[kind] !== '') parts.push({ kind, text: open[kind] });
      open[kind] = '';
    }
  };
  for (const { kind, text } of edits) {
    if (text === '') continue;
    if (kind !== 'same') {
      open[kind] += text;
      continue;
    }
    close();
    const last = parts.at(-1);
    if (last?.kind === 'same') last.text += text;
    else parts.push({ kind, text });
  }
  close();
  return parts;
}
