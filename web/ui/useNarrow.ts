import { useMedia } from './useSize.ts';

/** Whether the page is so narrow that its panels stand one above the other. */
export function useNarrow(): boolean {
  return useMedia('(max-width: 700px)');
}
