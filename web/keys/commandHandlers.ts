import { useEffect, useRef } from 'react';
import type { Command } from './keyMap.ts';

/** What commands do now; null where a command is not to be had at the moment. */
export type CommandHandlers = Partial<Record<Command, (() => void) | null>>;

const offers: { current: CommandHandlers }[] = [];

/** Offers commands as long as the component is there. Of several offers of one command the latest component's holds. */
export function useCommands(handlers: CommandHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => offerCommands(latest), []);
}

/** Offers commands until the returned function is called. */
export function offerCommands(offer: { current: CommandHandlers }): () => void {
  offers.push(offer);
  return () => {
    offers.splice(offers.indexOf(offer), 1);
  };
}

/** What a command does now, or null while nobody offers it. */
export function handlerOf(command: Command): (() => void) | null {
  return offers.findLast(({ current }) => current[command])?.current[command] ?? null;
}
