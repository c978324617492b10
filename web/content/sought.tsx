import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { SoughtPlace } from '../../shared/foundPlace.ts';

const Sought = createContext<SoughtPlace | null>(null);

interface SoughtScopeProps {
  /** What somebody wants to see in there; null where that is not the place. */
  place: SoughtPlace | null;
  children: ReactNode;
}

/** Tells everything in it which place of its texts somebody wants to see: what is folded over it opens. */
export function SoughtScope({ place, children }: SoughtScopeProps) {
  return <Sought value={place}>{children}</Sought>;
}

/** Hands the wish on where it means this part: a call with its result, or words (`callId` null). */
export function SoughtIn({ callId, children }: { callId: string | null; children: ReactNode }) {
  const place = useContext(Sought);
  return <Sought value={place?.hit.callId === callId ? place : null}>{children}</Sought>;
}

/**
 * Opens what is folded over a place that is sought. Once for every wish: whoever folds it again is not contradicted.
 * @param find what there is to open for it, or null where the place is not in here
 */
export function useSought<T>(find: (place: SoughtPlace) => T | null, open: (found: T) => void): void {
  const place = useContext(Sought);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wish is answered once, by what is there then
  useEffect(() => {
    const found = place && find(place);
    if (found !== null) open(found);
  }, [place]);
}
