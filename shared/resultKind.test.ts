import { expect, test } from 'vitest';
import { resultKindOf } from './resultKind.ts';

const result = (content: string, isError = false) => ({
  type: 'tool_result' as const,
  tool_use_id: 't1',
  content,
  ...(isError && { is_error: true }),
});

test('results are told apart by their mark and their first words', () => {
  expect(resultKindOf(result('41'))).toBe('answered');
  expect(resultKindOf(result('no such file', true))).toBe('error');
  expect(resultKindOf(result('Refused by the person, not run. Reason: later'))).toBe('refused');
  expect(resultKindOf(result("The user doesn't want to proceed with this tool use. Stop.", true))).toBe(
    'refused',
  );
  expect(resultKindOf(result('Simulated, this is a dry run: mail was not run.'))).toBe('simulated');
  expect(resultKindOf({ type: 'tool_result', tool_use_id: 't1' })).toBe('answered');
});

test('words in the middle of a result make no refusal of it', () => {
  expect(resultKindOf(result('It said: Refused by the person, not run.'))).toBe('answered');
});
