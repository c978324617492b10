import { buffersOfCompared, type CompareJob, compare } from './comparing.ts';

// A thread beside the page: whatever a comparison takes, the page goes on answering.
self.addEventListener('message', ({ data }: MessageEvent<CompareJob>) => {
  const compared = compare(data);
  self.postMessage(compared, { transfer: buffersOfCompared(compared) });
});
