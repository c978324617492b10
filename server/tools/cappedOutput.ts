/** Keeps the first and the last part of a stream of bytes and drops the middle, so that a flood costs no memory. */
export class CappedOutput {
  readonly #halfBytes: number;
  readonly #head: Buffer[] = [];
  readonly #tail: Buffer[] = [];
  #headBytes = 0;
  #tailBytes = 0;
  #droppedBytes = 0;

  /** @param limitBytes how much is kept in all */
  constructor(limitBytes: number) {
    this.#halfBytes = Math.floor(limitBytes / 2);
  }

  add(chunk: Buffer): void {
    const room = this.#halfBytes - this.#headBytes;
    const first = chunk.subarray(0, Math.max(0, room));
    this.#head.push(first);
    this.#headBytes += first.length;
    this.#addToTail(chunk.subarray(first.length));
  }

  #addToTail(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#tail.push(chunk);
    this.#tailBytes += chunk.length;
    while (this.#tailBytes > this.#halfBytes) {
      const oldest = this.#tail[0];
      if (!oldest) return;
      const surplus = Math.min(this.#tailBytes - this.#halfBytes, oldest.length);
      if (surplus === oldest.length) this.#tail.shift();
      else this.#tail[0] = oldest.subarray(surplus);
      this.#tailBytes -= surplus;
      this.#droppedBytes += surplus;
    }
  }

  /** What was kept, as text; where the middle is missing, a line says how much. Cut at line ends where there are any. */
  text(): string {
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    if (this.#droppedBytes === 0) return Buffer.concat([head, tail]).toString('utf8');
    const lastEnd = head.lastIndexOf('\n');
    const firstEnd = tail.indexOf('\n');
    const kept = {
      head: lastEnd === -1 ? head : head.subarray(0, lastEnd),
      tail: firstEnd === -1 ? tail : tail.subarray(firstEnd + 1),
    };
    const cutBytes = this.#droppedBytes + head.length - kept.head.length + tail.length - kept.tail.length;
    return `${kept.head.toString('utf8')}\n[… ${cutBytes} bytes cut …]\n${kept.tail.toString('utf8')}`;
  }
}
