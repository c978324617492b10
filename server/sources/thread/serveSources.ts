import type { MessagePort } from 'node:worker_threads';
import { problemFromError } from '../../../shared/errors.ts';
import type { Message } from '../../../shared/message.ts';
import type { RunRows } from '../../../shared/rows.ts';
import type { LineStep } from '../runSource.ts';
import { ClaudeCodeSource } from '../transcript/claudeCodeSource.ts';
import { partsOfRows } from './rowsInParts.ts';
import type { AnswerParts, Ask, FromThread, SourcePlace, ToThread } from './threadMessages.ts';

type Answer = AsyncIterator<AnswerParts[keyof AnswerParts], void>;

interface Served {
  source: ClaudeCodeSource;
  /** The rows that the other side holds. */
  sent: RunRows | null;
}

const stepsPerPart = 16;

/** Reads transcripts for the other side of a port. Each answer goes out part by part, as it is fetched. */
export function serveSources(port: Pick<MessagePort, 'on' | 'postMessage'>): void {
  const served = new Map<number, Served>();
  const answers = new Map<number, Answer>();
  const send = (message: FromThread) => port.postMessage(message);
  const sourceAt = ({ source, path, id }: SourcePlace): Served => {
    const known = served.get(source);
    if (known) return known;
    const onProgress = (progress: Extract<FromThread, { kind: 'progress' }>['progress']) =>
      send({ kind: 'progress', source, progress });
    const opened: Served = { source: new ClaudeCodeSource({ path, id, onProgress }), sent: null };
    served.set(source, opened);
    return opened;
  };
  const sendNext = async (call: number) => {
    try {
      const next = await answers.get(call)?.next();
      if (!next?.done && next) send({ kind: 'part', call, part: next.value });
      else {
        answers.delete(call);
        send({ kind: 'end', call });
      }
    } catch (error) {
      answers.delete(call);
      send({ kind: 'failed', call, problem: problemFromError(error) });
    }
  };
  port.on('message', (message: ToThread) => {
    switch (message.kind) {
      case 'ask':
        answers.set(message.call, answerTo(message.ask, sourceAt(message.place)));
        return void sendNext(message.call);
      case 'more':
        return void sendNext(message.call);
      case 'drop':
        return void answers.delete(message.call);
      case 'close':
        return void served.delete(message.source);
    }
  });
}

async function* answerTo(ask: Ask, served: Served): AsyncGenerator<AnswerParts[keyof AnswerParts], void> {
  const { source } = served;
  switch (ask.kind) {
    case 'rows':
      return yield* rowsOf(served);
    case 'scene':
      return yield await source.scene(ask.id);
    case 'effects':
      return yield await (ask.positions
        ? source.effectsAt(ask.branch, ask.positions)
        : source.effects(ask.branch));
    case 'added':
      return yield* addedBy(source, ask.steps);
  }
}

async function* rowsOf(served: Served) {
  const rows = await served.source.rows();
  yield* partsOfRows(served.sent, rows);
  served.sent = rows;
}

async function* addedBy(source: ClaudeCodeSource, steps: readonly LineStep[]): AsyncGenerator<Message[][]> {
  let part: Message[][] = [];
  for await (const messages of source.addedMessages(steps)) {
    part.push(messages);
    if (part.length < stepsPerPart) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
