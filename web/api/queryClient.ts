import { QueryClient } from '@tanstack/react-query';
import { isForkpointError } from '../../shared/errors.ts';

/** The page's cache. Nothing grows old by itself: the event stream says what has changed. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The server is on this machine: a page without internet still reaches it.
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A busy run is one that another process writes at this very moment.
        retry: (failures, error) =>
          (isForkpointError(error, 'unreachable') || isForkpointError(error, 'run-busy')) && failures < 3,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
