import { Worker } from 'node:worker_threads';
import { ForkpointError } from '../../../shared/errors.ts';
import type { ReadingProgress } from '../../../shared/readingProgress.ts';
import type { RunSource } from '../runSource.ts';
import { ThreadedSource } from './threadedSource.ts';
import type { AnswerParts, Ask, FromThread, SourcePlace, ToThread } from './threadMessages.ts';

/** The part of a worker that is used. */
export interface Thread {
  postMessage(message: ToThread): void;
  on(event: 'message', listener: (message: FromThread) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): unknown;
}

interface Waiting {
  resolve(message: Exclude<FromThread, { kind: 'progress' }>): void;
  reject(error: Error): void;
}

/** A thread of this process as it is compiled; it keeps no process alive. */
export function startThread(): Thread {
  const worker = new Worker(new URL('./threadMain.js', import.meta.url));
  worker.unref();
  return worker;
}

/**
 * One thread that reads transcripts, so that whoever waits for something else does not wait for them. It starts when
 * it is first needed; where it dies (of a file that does not fit into memory), what was asked of it fails, and the next
 * who asks gets a new one.
 */
export class ReadingThread {
  private readonly start: () => Thread;
  private thread: Thread | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Map<number, (progress: ReadingProgress) => void>();
  private lastCall = 0;
  private lastSource = 0;

  constructor(start: () => Thread = startThread) {
    this.start = start;
  }

  /** Opens a transcript; nothing is read yet. */
  open(path: string, id: string, onProgress?: (progress: ReadingProgress) => void): RunSource {
    const place = { source: ++this.lastSource, path, id };
    if (onProgress) this.listeners.set(place.source, onProgress);
    return new ThreadedSource(place, this);
  }

  /** The first part of an answer. @throws ForkpointError what the source throws; `internal` where the thread died */
  async ask<K extends Ask['kind']>(
    place: SourcePlace,
    ask: Extract<Ask, { kind: K }>,
  ): Promise<AnswerParts[K]> {
    for await (const part of this.parts<K>(place, ask)) return part;
    throw new ForkpointError('internal', { detail: `no answer to ${ask.kind}` });
  }

  /** All parts of an answer, each fetched when it is wanted. @throws as `ask` */
  async *parts<K extends Ask['kind']>(
    place: SourcePlace,
    ask: Extract<Ask, { kind: K }>,
  ): AsyncGenerator<AnswerParts[K]> {
    const thread = this.running();
    const call = ++this.lastCall;
    let reply = this.replyTo(call);
    thread.postMessage({ kind: 'ask', call, place, ask });
    try {
      for (let message = await reply; message.kind !== 'end'; message = await reply) {
        if (message.kind === 'failed') throw ForkpointError.from(message.problem);
        // Both ends are compiled together: an answer has the kind of what was asked.
        yield message.part as AnswerParts[K];
        if (this.thread !== thread)
          throw new ForkpointError('internal', { detail: 'the reading thread ended' });
        reply = this.replyTo(call);
        thread.postMessage({ kind: 'more', call });
      }
    } finally {
      thread.postMessage({ kind: 'drop', call });
    }
  }

  /** Lets go of what the thread holds of a transcript. */
  forget({ source }: SourcePlace): void {
    this.listeners.delete(source);
    this.thread?.postMessage({ kind: 'close', source });
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const { thread } = this;
    this.ended(thread, new Error('the reading thread was closed'));
    await thread?.terminate();
  }

  private running(): Thread {
    if (this.thread) return this.thread;
    const thread = this.start();
    this.thread = thread;
    thread.on('message', message => this.receive(message));
    thread.on('error', error => this.ended(thread, error));
    thread.on('exit', () => this.ended(thread, new Error('the reading thread ended')));
    return thread;
  }

  private replyTo(call: number): Promise<Exclude<FromThread, { kind: 'progress' }>> {
    return new Promise((resolve, reject) => this.waiting.set(call, { resolve, reject }));
  }

  private receive(message: FromThread): void {
    if (message.kind === 'progress') {
      this.listeners.get(message.source)?.(message.progress);
      return;
    }
    const waiting = this.waiting.get(message.call);
    this.waiting.delete(message.call);
    waiting?.resolve(message);
  }

  private ended(thread: Thread | null, error: Error): void {
    if (thread === null || thread !== this.thread) return;
    this.thread = null;
    const failure = new ForkpointError('internal', { detail: error.message }, { cause: error });
    for (const { reject } of this.waiting.values()) reject(failure);
    this.waiting.clear();
  }
}
