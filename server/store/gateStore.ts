import { GATE_VERSION, type GateRecord } from '../../shared/gate.ts';

/** What is asked and answered at the gate of one run, and the lock under which its branches take turns. */
export interface GateStore {
  /** @throws ForkpointError `newer-version`, `unreadable-file` */
  read(): Promise<GateRecord>;
  /**
   * Does something while no other branch, page or process changes the gate or lets a call through.
   * @throws ForkpointError `branch-locked` where the lock stays taken for seconds, and what `work` throws
   */
  locked<T>(work: (act: GateAct) => Promise<T>): Promise<T>;
}

export interface GateAct {
  /** As it is now. */
  record: GateRecord;
  /** Durable when it resolves, whole or not at all. */
  write(record: GateRecord): Promise<void>;
}

/** A gate at which nothing was asked yet. */
export const emptyGate: GateRecord = { version: GATE_VERSION, questions: [], standing: [] };
