import { ForkpointError } from '../../shared/errors.ts';

/** The steps at which a run can be made to die, each once before it (bare) and once after it (`after-`). */
export const crashSteps = [
  'reply',
  'save-a',
  'intent-write',
  'effect',
  'effect-write',
  'save-b',
  'head-write',
  'capture',
  'restore',
  'fork',
] as const;
export type CrashLabel = (typeof crashSteps)[number] | `after-${(typeof crashSteps)[number]}`;

/** Passed at every step of a run. Returns, unless the run is to die here. */
export type CrashPoint = (label: CrashLabel) => void;

/** The `n`-th passing of `label` is the last thing that a run does. Passings count from 1. */
export interface CrashOrder {
  label: CrashLabel;
  n: number;
}

/**
 * What a run dies of that is not alone in its process. Nobody may catch it and go on: after it nothing more of the run
 * is written, as if its process had been killed.
 */
export class SimulatedCrash extends Error {
  override readonly name = 'SimulatedCrash';
  readonly label: CrashLabel;

  constructor(label: CrashLabel) {
    super(`simulated crash at ${label}`);
    this.label = label;
  }
}

/** Where nothing dies. */
export const noCrash: CrashPoint = () => undefined;

/** A crash point that can be armed while a run goes on. */
export interface CrashSwitch {
  point: CrashPoint;
  /** From now on; replaces an earlier order. */
  arm(order: CrashOrder): void;
}

/** @param die ends the process, or throws `SimulatedCrash` where only a run of it shall die */
export function crashSwitch(die: (label: CrashLabel) => never, first: CrashOrder | null = null): CrashSwitch {
  let order = first;
  let passings = 0;
  return {
    point(label) {
      if (order?.label !== label) return;
      passings += 1;
      if (passings < order.n) return;
      order = null;
      die(label);
    },
    arm(next) {
      order = next;
      passings = 0;
    },
  };
}

/** Dies in the place of one run: its process goes on. @throws SimulatedCrash always */
export function dieAlone(label: CrashLabel): never {
  throw new SimulatedCrash(label);
}

/** Ends the whole process at once, with the exit code that a shell gives for one that was killed. */
export function dieAsIfKilled(): never {
  process.exit(128 + 9);
}

/**
 * Reads `CRASH_AFTER=<label>:<n>`; without `:n` the first passing is meant.
 * @throws ForkpointError `bad-request`
 */
export function crashOrderFrom(text: string): CrashOrder {
  const [, label = '', n = '1'] = /^([a-z-]+)(?::(\d{1,6}))?$/.exec(text.trim()) ?? [];
  if (!isCrashLabel(label) || Number(n) < 1) {
    const detail = `CRASH_AFTER=${text}: write <label>:<n>, with one of ${crashSteps.join(', ')}, also after-…`;
    throw new ForkpointError('bad-request', { detail });
  }
  return { label, n: Number(n) };
}

/** Whether a text names a step, or the moment after one. */
export function isCrashLabel(text: string): text is CrashLabel {
  const step = text.startsWith('after-') ? text.slice('after-'.length) : text;
  return crashSteps.some(known => known === step);
}
