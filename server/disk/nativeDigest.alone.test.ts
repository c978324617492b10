import { expect, onTestFinished, test, vi } from 'vitest';

test("Node's digests are those of every other place", async () => {
  vi.resetModules();
  onTestFinished(() => void vi.resetModules());
  const { digestOf } = await import('../../shared/digest.ts');
  const contents = ['', 'a', 'Zürich 🙂', '\ud800 alone', 'x'.repeat(100_000), new Uint8Array([0, 255, 128])];
  const before = contents.map(content => digestOf(content));
  const { digestNatively } = await import('./nativeDigest.ts');
  digestNatively();
  expect(contents.map(content => digestOf(content))).toEqual(before);
  expect(digestOf('a', 8)).toBe('ca978112');
});
