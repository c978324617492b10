import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { randomFrom } from '../../store/testing/randomFrom.ts';
import { LargeSession } from './largeSession.ts';

/** What a large session holds. The same shape and seed give the same bytes. */
export interface LargeShape {
  /** Replies on all branches together. */
  turns: number;
  /** Lines, `main` among them. */
  branches: number;
  /** Calls of all turns together; at least one per turn. */
  calls: number;
  seed?: number;
  /** Every so many turns a text result of so many bytes; `ending` are its last ones. */
  bigResults?: { everyTurns: number; sizeBytes: number; ending?: string };
  /** Every so many turns an image of about so many bytes. */
  images?: { everyTurns: number; sizeBytes: number };
}

export const largeShapes = {
  /** Many turns, branches and calls, each small. */
  long: { turns: 5_000, branches: 40, calls: 20_000 },
  /** The same kind of run, small. */
  short: { turns: 200, branches: 4, calls: 800 },
  /** Few turns, some of them with very large results. */
  heavy: {
    turns: 300,
    branches: 3,
    calls: 600,
    bigResults: { everyTurns: 5, sizeBytes: 5_000_000 },
    images: { everyTurns: 12, sizeBytes: 5_000_000 },
  },
} as const satisfies Record<string, LargeShape>;

/**
 * Writes a session of Claude Code of this shape, record by record, holding one record at a time. Forks leave `main` at
 * even distances: a person went back and said something else.
 * @returns the size of the file in bytes and its count of lines
 */
export async function writeLargeTranscript(
  path: string,
  shape: LargeShape,
): Promise<{ sizeBytes: number; lines: number }> {
  const session = new LargeSession(randomFrom(shape.seed ?? 1));
  const file = createWriteStream(path);
  let sizeBytes = 0;
  let lines = 0;
  for (const record of recordsOf(session, shape)) {
    const line = `${JSON.stringify(record)}\n`;
    sizeBytes += Buffer.byteLength(line);
    lines += 1;
    if (!file.write(line)) await new Promise<void>(resolve => file.once('drain', resolve));
  }
  file.end();
  await finished(file);
  return { sizeBytes, lines };
}

function* recordsOf(session: LargeSession, shape: LargeShape): Generator<object> {
  const { turns, branches } = shape;
  const perFork = branches > 1 ? Math.max(1, Math.floor(turns / 2 / (branches - 1))) : 0;
  const onMain = turns - perFork * (branches - 1);
  const distance = Math.floor(onMain / branches);
  const forkAt: string[] = [];
  yield session.prompt('Tidy the price list and keep every test green.', null);
  for (let turn = 1; turn <= onMain; turn++) {
    yield* turnOf(session, shape, turn);
    if (turn % distance !== 0 || forkAt.length === branches - 1) continue;
    forkAt.push(session.last);
    yield session.prompt('Good, go on with the next shelf.', session.last);
  }
  const end = session.last;
  for (const [index, from] of forkAt.entries()) {
    yield session.prompt(`Go back and try plan ${index + 1} instead.`, from);
    for (let turn = 1; turn <= perFork; turn++) {
      yield* turnOf(session, shape, onMain + index * perFork + turn);
    }
  }
  yield session.leaf(end);
}

/** @param number of the turn, counted over all branches from 1 */
function turnOf(session: LargeSession, shape: LargeShape, number: number): Generator<object> {
  const callsUpTo = (turn: number) => Math.floor((shape.calls * turn) / shape.turns);
  return session.turn(Math.max(1, callsUpTo(number) - callsUpTo(number - 1)), bigOf(shape, number));
}

function bigOf({ bigResults, images }: LargeShape, turn: number) {
  if (images && turn % images.everyTurns === 0)
    return { kind: 'image' as const, sizeBytes: images.sizeBytes };
  if (bigResults && turn % bigResults.everyTurns === 0) {
    const { everyTurns: _, ...big } = bigResults;
    return { kind: 'text' as const, ...big };
  }
  return null;
}
