import { useEffect, useRef } from 'react';
import type { RunReceipt } from '../../shared/api.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { useSelection } from '../selection/useSelection.ts';
import { addressOfArrival } from './arrival.ts';

/** Receipts that have led somewhere: they outlive the page of their run, and lead there once. */
const arrived = new WeakSet<RunReceipt>();

/**
 * Selects what a rewind, an undo or a fork led to, once the run's events have brought it; a branch that was started is
 * followed instead. Whoever selects something else meanwhile is left there.
 */
export function useArrival(graph: RunGraph | null, receipt: RunReceipt | null): void {
  const { scene, select } = useSelection();
  const awaited = useRef<{ receipt: RunReceipt | null; from: string | null }>({ receipt: null, from: null });
  useEffect(() => {
    if (awaited.current.receipt !== receipt) awaited.current = { receipt, from: scene };
    if (receipt === null || receipt.started || arrived.has(receipt)) return;
    const address = scene === awaited.current.from ? graph && addressOfArrival(graph, receipt) : scene;
    if (address === null) return;
    arrived.add(receipt);
    if (address !== scene) select({ scene: address });
  }, [graph, receipt, scene, select]);
}
