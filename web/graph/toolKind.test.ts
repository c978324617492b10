import { expect, test } from 'vitest';
import type { CallRow } from '../../shared/rows.ts';
import { toolKindOf, toolKindsOf } from './toolKind.ts';

const call = (name: string, toolClass: CallRow['toolClass'] = 'external') => ({ name, toolClass });

test.each([
  ['Bash', 'shell'],
  ['run_command', 'shell'],
  ['read_file', 'read'],
  ['LS', 'read'],
  ['MultiEdit', 'write'],
  ['Grep', 'search'],
  ['WebFetch', 'web'],
  ['send_email', 'message'],
  ['create_ticket', 'message'],
  ['Task', 'agent'],
  ['TodoWrite', 'plan'],
  ['frobnicate', 'other'],
])('%s is drawn as %s', (name, kind) => {
  expect(toolKindOf(call(name))).toBe(kind);
});

test('a name that says nothing is drawn by its class', () => {
  expect(toolKindOf(call('frobnicate', 'command'))).toBe('shell');
});

test('each kind is drawn once', () => {
  const kinds = toolKindsOf([call('Grep'), call('Read'), call('Glob'), call('Edit')]);
  expect(kinds.map(({ name }) => name)).toEqual(['Grep', 'Read', 'Edit']);
});
