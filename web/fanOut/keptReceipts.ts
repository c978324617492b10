import { useSyncExternalStore } from 'react';
import type { FanOutReceipt } from '../../shared/fanOut.ts';

/** What became of the branches of fan-outs that were made in this tab, until it is dismissed. */
const receipts = new Map<string, FanOutReceipt>();
const listeners = new Set<() => void>();

/** Keeps a receipt for who watches the fan-out. */
export function keepReceipt(receipt: FanOutReceipt): void {
  receipts.set(keyOf(receipt.run, receipt.fanOut), receipt);
  for (const listener of listeners) listener();
}

export function dismissReceipt(run: string, fanOut: string): void {
  receipts.delete(keyOf(run, fanOut));
  for (const listener of listeners) listener();
}

/** The receipt of a fan-out, or null. */
export function useReceipt(run: string, fanOut: string): FanOutReceipt | null {
  return useSyncExternalStore(subscribe, () => receipts.get(keyOf(run, fanOut)) ?? null);
}

const welcomed = new WeakSet<FanOutReceipt>();

/** Whether a receipt is seen for the first time: what made its branches is gone, and with it the focus. */
export function welcomesReceipt(receipt: FanOutReceipt): boolean {
  if (welcomed.has(receipt)) return false;
  welcomed.add(receipt);
  return true;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keyOf(run: string, fanOut: string): string {
  return `${run} ${fanOut}`;
}
