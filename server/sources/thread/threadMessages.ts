import type { Effect } from '../../../shared/effect.ts';
import type { Problem } from '../../../shared/errors.ts';
import type { Message } from '../../../shared/message.ts';
import type { ReadingProgress } from '../../../shared/readingProgress.ts';
import type { LineStep, Scene } from '../runSource.ts';
import type { RowsPart } from './rowsInParts.ts';

/** A transcript as both sides know it. `source` is a number that one thread never hears of two transcripts. */
export interface SourcePlace {
  source: number;
  path: string;
  id: string;
}

/** What is asked of a source. */
export type Ask =
  | { kind: 'rows' }
  | { kind: 'scene'; id: string }
  /** Without positions all of them. */
  | { kind: 'effects'; branch: string; positions: readonly number[] | null }
  | { kind: 'added'; steps: readonly LineStep[] };

/** What each answer holds; it comes in one part or in several. */
export interface AnswerParts {
  /** None where the rows are as they were. */
  rows: RowsPart;
  scene: Scene;
  effects: Effect[];
  /** The messages of a few steps. */
  added: Message[][];
}

/** `more` fetches the next part of an answer: so nobody is handed more than can be looked at in a moment. */
export type ToThread =
  | { kind: 'ask'; call: number; place: SourcePlace; ask: Ask }
  | { kind: 'more' | 'drop'; call: number }
  | { kind: 'close'; source: number };

export type FromThread =
  | { kind: 'part'; call: number; part: AnswerParts[keyof AnswerParts] }
  | { kind: 'end'; call: number }
  | { kind: 'failed'; call: number; problem: Problem }
  | { kind: 'progress'; source: number; progress: ReadingProgress };
