import type { Effect } from '../../../shared/effect.ts';
import { ForkpointError } from '../../../shared/errors.ts';
import type { Message } from '../../../shared/message.ts';
import type { RunRows } from '../../../shared/rows.ts';
import type { LineStep, RunSource, Scene } from '../runSource.ts';
import { AgentFiles } from '../transcript/agentFiles.ts';
import { watchSession } from '../transcript/watchSession.ts';
import type { ReadingThread } from './readingThread.ts';
import { RowsFromParts } from './rowsInParts.ts';
import type { SourcePlace } from './threadMessages.ts';

/** A transcript that another thread reads. Here are only its rows, the same ones for as long as they do not change. */
export class ThreadedSource implements RunSource {
  private readonly place: SourcePlace;
  private readonly thread: ReadingThread;
  private known: RunRows | null = null;
  private reading: Promise<unknown> = Promise.resolve();

  constructor(place: SourcePlace, thread: ReadingThread) {
    this.place = place;
    this.thread = thread;
  }

  /** One after the other: the thread tells what is new since the last time. */
  rows(): Promise<RunRows> {
    const next = this.reading.then(() => this.readRows());
    this.reading = next.catch(() => undefined);
    return next;
  }

  scene(id: string): Promise<Scene> {
    return this.thread.ask<'scene'>(this.place, { kind: 'scene', id });
  }

  async *addedMessages(steps: readonly LineStep[]): AsyncGenerator<Message[]> {
    for await (const part of this.thread.parts<'added'>(this.place, { kind: 'added', steps })) yield* part;
  }

  effects(branch: string): Promise<Effect[]> {
    return this.thread.ask<'effects'>(this.place, { kind: 'effects', branch, positions: null });
  }

  effectsAt(branch: string, positions: readonly number[]): Promise<Effect[]> {
    return this.thread.ask<'effects'>(this.place, { kind: 'effects', branch, positions });
  }

  watch(onChange: () => void): () => void {
    const { path } = this.place;
    return watchSession(path, new AgentFiles(path).ownFolder, onChange);
  }

  close(): void {
    this.known = null;
    this.thread.forget(this.place);
  }

  private async readRows(): Promise<RunRows> {
    const collected = new RowsFromParts(this.known);
    for await (const part of this.thread.parts<'rows'>(this.place, { kind: 'rows' })) collected.add(part);
    const { rows } = collected;
    if (rows === null) throw new ForkpointError('internal', { detail: `no rows of ${this.place.path}` });
    this.known = rows;
    return rows;
  }
}
