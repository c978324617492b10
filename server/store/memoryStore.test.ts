import { describeRunStore } from './conformance.ts';
import { MemoryRun, newMemoryRun } from './memoryStore.ts';
import { testRunRecord } from './testing/playTurns.ts';

describeRunStore('memory store', async () => {
  const data = newMemoryRun(testRunRecord());
  return { store: new MemoryRun(data), another: () => new MemoryRun(data) };
});
