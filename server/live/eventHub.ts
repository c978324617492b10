import { randomBytes } from 'node:crypto';

/** Names of the events of the stream: see `EVENTS_PATH` in `shared/api.ts`. */
export type HubEventName = 'message' | 'runs' | 'notes' | 'fan-outs' | 'refetch';
/** Events for who listens at this moment; nobody misses anything without them. */
export type PassingEventName = 'reading' | 'importing';

const KEPT_EVENTS = 2000;
const KEPT_CHARACTERS = 16_000_000;

interface KeptEvent {
  seq: number;
  chunk: string;
}

/**
 * The one stream of all runs. Every event has an id, `epoch:seq`; who comes back with the last one it saw gets
 * what it missed, or is told to fetch again where that is no longer kept or belongs to an earlier server.
 */
export class EventHub {
  readonly #epoch = randomBytes(6).toString('hex');
  readonly #subscribers = new Set<(chunk: string) => void>();
  readonly #kept: KeptEvent[] = [];
  #keptCharacters = 0;
  #seq = 0;

  publish(name: HubEventName, data: unknown): void {
    this.#seq += 1;
    const chunk = this.#chunkOf(name, data);
    this.#keep({ seq: this.#seq, chunk });
    for (const send of this.#subscribers) send(chunk);
  }

  /** Says something that is soon past: it has no id and is not kept. */
  tell(name: PassingEventName, data: unknown): void {
    const chunk = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const send of this.#subscribers) send(chunk);
  }

  /**
   * Sends what was missed since `lastId`, then everything new, in the text of server-sent events.
   * @param lastId the last id that this subscriber saw, or null for one that starts anew
   * @returns how to end it
   */
  subscribe(lastId: string | null, send: (chunk: string) => void): () => void {
    const missed = lastId === null ? [] : this.#missedSince(lastId);
    if (missed === null) send(this.#chunkOf('refetch', {}));
    else if (lastId === null) send(`id: ${this.#idOf(this.#seq)}\n\n`);
    else for (const { chunk } of missed) send(chunk);
    this.#subscribers.add(send);
    return () => this.#subscribers.delete(send);
  }

  #missedSince(lastId: string): KeptEvent[] | null {
    const [epoch, text] = lastId.split(':');
    const seq = Number(text);
    const oldest = this.#kept[0]?.seq ?? this.#seq + 1;
    const isKnown = epoch === this.#epoch && Number.isInteger(seq) && seq >= oldest - 1 && seq <= this.#seq;
    return isKnown ? this.#kept.filter(event => event.seq > seq) : null;
  }

  #keep(event: KeptEvent): void {
    this.#kept.push(event);
    this.#keptCharacters += event.chunk.length;
    while (this.#kept.length > KEPT_EVENTS || this.#keptCharacters > KEPT_CHARACTERS) {
      this.#keptCharacters -= this.#kept.shift()?.chunk.length ?? 0;
    }
  }

  #chunkOf(name: HubEventName, data: unknown): string {
    const event = name === 'message' ? '' : `event: ${name}\n`;
    return `id: ${this.#idOf(this.#seq)}\n${event}data: ${JSON.stringify(data)}\n\n`;
  }

  #idOf(seq: number): string {
    return `${this.#epoch}:${seq}`;
  }
}
