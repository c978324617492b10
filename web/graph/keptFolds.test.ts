import { describe, expect, test } from 'vitest';
import { type KeptFolds, readKeptFolds, withFoldToggled, writeKeptFolds } from './keptFolds.ts';

function storageOf(entries: [string, string][] = []) {
  const map = new Map(entries);
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
}

describe('what was chosen about the folds', () => {
  test('comes back as it was, for each run apart', () => {
    const storage = storageOf();
    const folds: KeptFolds = { quiet: true, opened: ['quiet main/1'] };
    writeKeptFolds(storage, 'one', folds);
    expect(readKeptFolds(storage, 'one')).toEqual(folds);
    expect(readKeptFolds(storage, 'two')).toEqual({ quiet: false, opened: [] });
  });

  test.each(['{', '7', '{"quiet":1,"opened":[]}'])('what cannot be read, as %s, counts as nothing', text => {
    const storage = storageOf([['forkpoint-folds:one', text]]);
    expect(readKeptFolds(storage, 'one')).toEqual({ quiet: false, opened: [] });
  });

  test('a full storage is no failure', () => {
    const full = {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(() => writeKeptFolds(full, 'one', { quiet: true, opened: [] })).not.toThrow();
  });

  test('a fold opens and closes', () => {
    const opened = withFoldToggled({ quiet: false, opened: ['a'] }, 'b');
    expect(opened.opened).toEqual(['a', 'b']);
    expect(withFoldToggled(opened, 'a').opened).toEqual(['b']);
  });
});
