import { QueryClient } from '@tanstack/react-query';
import { isForkpointError } from '../../shared/errors.ts';

/** The page's cache. Nothing grows old by itself: the event stream says what has changed. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => isForkpointError(error, 'unreachable') && failures < 3,
      },
    },
  });
}
