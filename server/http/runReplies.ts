import { setImmediate } from 'node:timers/promises';
import type { RunState } from '../../shared/runEvent.ts';
import { type RunOnWire, runToWire } from '../../shared/wire/runOnWire.ts';

/** Runs as they are sent. What did not change since it was sent last is the very same reply, which costs nothing again. */
export class RunReplies {
  private readonly made = new WeakMap<RunState['scenes'], { cursor: string; reply: Promise<RunOnWire> }>();

  /** Every change of a run moves its cursor, but for a new reading that found none. */
  of(state: RunState): Promise<RunOnWire> {
    const cursor = JSON.stringify(state.cursor);
    const known = this.made.get(state.scenes);
    if (known?.cursor === cursor) return known.reply;
    const reply = runToWire(state, setImmediate);
    this.made.set(state.scenes, { cursor, reply });
    return reply;
  }
}
