import { problemFromError } from '../../shared/errors.ts';
import { type AskedPair, fetchMessagePair } from './fetchMessagePair.ts';
import type { PairReply } from './messagePairs.ts';

// A thread beside the page: however large two messages are, the page goes on answering.
self.addEventListener('message', async ({ data }: MessageEvent<AskedPair>) => {
  const reply: PairReply = await fetchMessagePair(data).then(
    pair => ({ pair }),
    (error: unknown) => ({ problem: problemFromError(error) }),
  );
  self.postMessage(reply);
});
