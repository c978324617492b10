import type { GateRecord } from '../../shared/gate.ts';
import { emptyGate, type GateStore } from './gateStore.ts';

/** A gate in memory; all stores on one of them take turns. */
export interface MemoryGateData {
  record: GateRecord;
  /** Resolves, and never rejects, when the last one in turn is done. */
  lastTurn: Promise<unknown>;
}

export function newMemoryGate(): MemoryGateData {
  return { record: structuredClone(emptyGate), lastTurn: Promise.resolve() };
}

/** @param onChange told after each write */
export function memoryGate(data: MemoryGateData, onChange: () => void): GateStore {
  return {
    read: async () => structuredClone(data.record),
    locked(work) {
      const turn = data.lastTurn.then(() =>
        work({
          record: structuredClone(data.record),
          async write(next) {
            data.record = structuredClone(next);
            onChange();
          },
        }),
      );
      data.lastTurn = turn.catch(() => undefined);
      return turn;
    },
  };
}
