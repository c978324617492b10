import { parseAddress } from './address.ts';
import { checkedName } from './name.ts';

/** A scene of any run: the address that it has there. As text `[run/]address`, as in `derailed/main:14-B`. */
export interface RunAddress {
  /** Null for the run that is on screen, or that is asked. */
  run: string | null;
  address: string;
}

/** Reads `[run/]address`; the address is checked and kept as it was written. @throws ForkpointError `bad-address`, `bad-name` */
export function parseRunAddress(text: string): RunAddress {
  const slash = text.indexOf('/');
  const run = slash < 0 ? null : checkedName(text.slice(0, slash));
  const address = text.slice(slash + 1);
  parseAddress(address);
  return { run, address };
}

/** The text of a scene of `run` as it is written `here`: its run is named only where it is another one. */
export function formatRunAddress({ run, address }: RunAddress, here: string | null): string {
  return run === null || run === here ? address : `${run}/${address}`;
}

/** What is written on the page of one run, as another page writes it. */
export function rewrittenRunAddress(text: string, from: string | null, here: string | null): string {
  const { run, address } = parseRunAddress(text);
  return formatRunAddress({ run: run ?? from, address }, here);
}
