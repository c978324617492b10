import { useQuery } from '@tanstack/react-query';
import { ForkpointError, type Problem } from '../../shared/errors.ts';
import { errorFromWire } from './errorFromWire.ts';
import type { AskedPair, MessagePair } from './fetchMessagePair.ts';
import { type Loaded, loadedFrom } from './queries.ts';
import { queryKeys } from './queryKeys.ts';

/** What the thread answers. */
export type PairReply = { pair: MessagePair } | { problem: Problem };

/** Two messages too large for the page's own thread, or one alone, fetched and aligned beside it. */
export function useMessagePair(asked: AskedPair): Loaded<MessagePair> {
  return loadedFrom(
    useQuery({
      queryKey: queryKeys.messagePair(asked),
      queryFn: ({ signal }) => fetchBeside(asked, signal),
    }),
  );
}

/** A thread for this one pair, ended when it has answered or nobody waits any more. */
function fetchBeside(asked: AskedPair, signal: AbortSignal): Promise<MessagePair> {
  const worker = new Worker(new URL('./messagePair.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<MessagePair>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<PairReply>) =>
      'pair' in data ? resolve(data.pair) : reject(errorFromWire(data.problem)),
    );
    worker.addEventListener('error', ({ message }) =>
      reject(new ForkpointError('unreachable', { detail: message || 'its worker did not load' })),
    );
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(asked);
  }).finally(() => worker.terminate());
}
