import { describe, expect, test } from 'vitest';
import { inputParts } from './callInput.ts';

describe('inputParts', () => {
  test('a command stands first and alone, what else was said follows', () => {
    expect(inputParts({ description: 'Run tests', command: 'node --test', timeout: 5000 })).toEqual([
      { kind: 'key', text: 'node --test' },
      { kind: 'field', name: 'description', text: 'Run tests' },
      { kind: 'field', name: 'timeout', text: '5000' },
    ]);
  });

  test('an edit is its two texts, also one without any new text', () => {
    expect(inputParts({ path: 'a.ts', old_string: 'x', new_string: '', replace_all: true })).toEqual([
      { kind: 'key', text: 'a.ts' },
      { kind: 'field', name: 'replace_all', text: 'true' },
      { kind: 'edit', before: 'x', after: '' },
    ]);
  });

  test('several edits in one call; a list of another form stays as it is', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: 'd' },
    ];
    expect(inputParts({ file_path: 'a.ts', edits }).map(part => part.kind)).toEqual(['key', 'edit', 'edit']);
    expect(inputParts({ edits: [...edits, 'e'] })).toEqual([
      { kind: 'json', name: 'edits', value: [...edits, 'e'] },
    ]);
  });

  test('long texts come last, under their name', () => {
    expect(inputParts({ content: 'one\ntwo', path: 'a.ts', mode: 'w' }).map(part => part.kind)).toEqual([
      'key',
      'field',
      'text',
    ]);
  });

  test('an input that is no object, as a model gone wrong writes it', () => {
    expect(inputParts('rm -rf')).toEqual([{ kind: 'json', name: null, value: 'rm -rf' }]);
    expect(inputParts(null)).toEqual([{ kind: 'json', name: null, value: null }]);
    expect(inputParts({})).toEqual([]);
  });
});
