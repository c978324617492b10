import type { StepContent } from './step.ts';

/**
 * What a turn did, as numbers that are quick to compare: equal numbers, equal things. Of a row of several sides, what
 * any of its turns did.
 */
export interface TurnSignature {
  kind: 'task' | 'reply' | 'calls' | 'damaged';
  /** All its calls with their whole inputs. */
  exact: readonly number[];
  /** Each call with what it is about (a tool and its key argument), sorted and distinct. */
  calls: readonly number[];
  /** Tools and words of the calls that are not about a file, sorted and distinct. */
  words: readonly number[];
  /** What it did as text: tells which of two sides comes first, whoever is asked about first. */
  text(): string;
}

/** Makes signatures that can be compared with each other. */
export class TurnSignatures {
  private readonly numbers = new Map<string, number>();

  of({ step, calls }: StepContent): TurnSignature {
    const text = () => calls.map(({ row, inputKey }) => `${row.name} ${inputKey ?? row.detail}`).join('\n');
    return {
      kind: kindOf(step.turn, step.last.problem !== null, calls.length),
      exact: calls.length === 0 ? [] : [this.number(`exact ${text()}`)],
      calls: sorted(calls.map(({ row }) => this.number(`call ${row.name} ${row.detail}`))),
      words: sorted(calls.flatMap(({ row }) => wordsOf(row).map(word => this.number(`word ${word}`)))),
      text,
    };
  }

  private number(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.set(text, this.numbers.size);
    return this.numbers.size - 1;
  }
}

function kindOf(turn: number, isDamaged: boolean, calls: number): TurnSignature['kind'] {
  if (isDamaged) return 'damaged';
  if (turn === 0) return 'task';
  return calls === 0 ? 'reply' : 'calls';
}

/** Two files of one name are not alike; two command lines, mails or tickets are by their words. */
function wordsOf({ name, detail, toolClass }: StepContent['calls'][number]['row']): string[] {
  if (toolClass === 'read' || toolClass === 'workspace') return [`${name} ${detail}`];
  return [name, ...detail.toLowerCase().split(/[^\p{L}\p{N}.]+/u)].filter(word => word !== '');
}

/** The signature of a row that both turns stand in. */
export function joined(x: TurnSignature, y: TurnSignature): TurnSignature {
  return {
    kind: x.kind,
    exact: sorted([...x.exact, ...y.exact]),
    calls: sorted([...x.calls, ...y.calls]),
    words: sorted([...x.words, ...y.words]),
    text: x.text,
  };
}

const likeEnough = 0.5;

/**
 * How well two turns fit: 4 for the same calls with the same inputs, more than 2 for a call about the same thing, more
 * than 1 for like words, 0 where they have nothing in common. Two replies without calls fit a little.
 */
export function fitOf(x: TurnSignature, y: TurnSignature): number {
  if (x.kind !== y.kind) return 0;
  if (x.kind !== 'calls') return 1;
  if (commonCount(x.exact, y.exact) > 0) return 4;
  const calls = likeness(x.calls, y.calls);
  if (calls > 0) return 2 + calls;
  const words = likeness(x.words, y.words);
  return words < likeEnough ? 0 : 1 + words;
}

/** Whether they did the very same. */
export function isSameTurn(x: TurnSignature, y: TurnSignature): boolean {
  return fitOf(x, y) === 4;
}

/** Share of what is in both (Dice), from 0 to 1. */
function likeness(x: readonly number[], y: readonly number[]): number {
  const size = x.length + y.length;
  return size === 0 ? 0 : (2 * commonCount(x, y)) / size;
}

function commonCount(x: readonly number[], y: readonly number[]): number {
  let common = 0;
  for (let i = 0, j = 0; i < x.length && j < y.length; ) {
    const difference = (x[i] ?? 0) - (y[j] ?? 0);
    if (difference === 0) common += 1;
    if (difference <= 0) i += 1;
    if (difference >= 0) j += 1;
  }
  return common;
}

function sorted(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((x, y) => x - y);
}
