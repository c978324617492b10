import { ForkpointError } from '../../shared/errors.ts';
import {
  type CrashOrder,
  type CrashPoint,
  type CrashSwitch,
  crashOrderFrom,
  crashSwitch,
  dieAlone,
  dieAsIfKilled,
} from '../harness/crash.ts';

/** Simulated crashes, for each run one switch. */
export interface Crashes {
  /** The crash point that a run passes. */
  of(run: string): CrashPoint;
  /** The run dies alone: the process and its other runs go on. */
  arm(run: string, order: CrashOrder): void;
}

/**
 * @param crashAfter the value of `CRASH_AFTER`, or undefined
 * @param isAlone whether the process is one run's: then it dies whole, as if killed
 * @throws ForkpointError `bad-request` for a value that names no step
 */
export function crashesOf(crashAfter: string | undefined, isAlone: boolean): Crashes {
  const first = crashAfter === undefined ? null : crashOrderFrom(crashAfter);
  const switches = new Map<string, CrashSwitch>();
  const switchOf = (run: string) => {
    const known = switches.get(run) ?? crashSwitch(isAlone ? dieAsIfKilled : dieAlone, first);
    switches.set(run, known);
    return known;
  };
  return {
    of: run => switchOf(run).point,
    arm: (run, order) => switchOf(run).arm(order),
  };
}

/** An order as a request names it. @throws ForkpointError `bad-request` */
export function crashOrder(label: string, n: number): CrashOrder {
  return crashOrderFrom(`${label}:${n}`);
}

/** @throws ForkpointError `not-a-scenario`: only a run that is there to be watched is made to crash */
export function refuseRealRun(run: string, scenario: string | null): void {
  if (scenario === null) throw new ForkpointError('not-a-scenario', { run });
}
