/** Runs asynchronous work one after the other, in the order in which it was given. A failure ends only its own. */
export class InTurn {
  private last: Promise<unknown> = Promise.resolve();

  async run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.then(nothing, nothing);
    return await result;
  }
}

function nothing(): void {
  // The caller of `run` gets the result or the error; the queue only waits.
}
