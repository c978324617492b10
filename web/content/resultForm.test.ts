import { expect, test } from 'vitest';
import { formOfResult } from './resultForm.ts';

const call = (name: string, input: unknown = {}) => ({ type: 'tool_use' as const, id: 't', name, input });
const bash = (command: string) => call('Bash', { command });

test('JSON, diffs and long listings are told by themselves', () => {
  expect(formOfResult('{"a":1}', null)?.kind).toBe('json');
  expect(formOfResult('--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y', null)?.kind).toBe('diff');
  expect(formOfResult('src/\nlib/', null)?.kind).toBe('files');
  expect(formOfResult('1→a\n2→b', null)?.kind).toBe('numbered');
});

test('paths and matches are told by the call', () => {
  expect(formOfResult('a.ts\nb.ts', call('Glob'))?.kind).toBe('files');
  expect(formOfResult('a.ts\nb.ts', call('Grep'))?.kind).toBe('files');
  expect(formOfResult('a.ts:1:x', call('grep'))?.kind).toBe('matches');
  expect(formOfResult('a.ts\nb.ts', bash('find . -name "*.ts"'))?.kind).toBe('files');
  expect(formOfResult('a.ts:1:x', bash('rg x'))?.kind).toBe('matches');
});

test('megabytes that look like JSON are not read before somebody asks', () => {
  expect(formOfResult(`["${'x'.repeat(1_000_000)}"]`, null)).toEqual({ kind: 'json-unread' });
  expect(formOfResult('x'.repeat(5_000_000), null)).toBeNull();
});

test('anything else is text', () => {
  expect(formOfResult('a.ts\nb.ts', bash('cat names'))).toBeNull();
  expect(formOfResult('a.ts\nb.ts', bash('ls | sort; echo done'))).toBeNull();
  expect(formOfResult('a.ts:1:x', call('read_file'))).toBeNull();
  expect(formOfResult('\u001b[31m--- a\u001b[m\n+++ b\n@@ -1 +1 @@', null)).toBeNull();
  expect(formOfResult(`${'a.ts\n'.repeat(60_000)}`, call('Glob'))).toBeNull();
});
