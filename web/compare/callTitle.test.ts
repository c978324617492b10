import { expect, test } from 'vitest';
import type { CallCell } from '../../shared/compare/comparison.ts';
import { callTitle, tellingCall } from './callTitle.ts';

const call = (name: string, detail: string, change: Partial<CallCell> = {}): CallCell => ({
  name,
  detail,
  state: 'answered',
  result: null,
  ...change,
});

test('calls of one tool stand together, each thing once', () => {
  const calls = [
    call('write', 'a.ts'),
    call('run', 'npm test'),
    call('write', 'b.ts'),
    call('write', 'a.ts'),
  ];
  expect(callTitle(calls)).toBe('write ×3 a.ts, b.ts · run npm test');
  expect(callTitle([call('stop', '')])).toBe('stop');
  expect(callTitle([])).toBe('');
});

test('of several results the failed one counts, else the last that says something', () => {
  const passed = call('run', '', { result: 'ok' });
  const failed = call('run', '', { state: 'error', result: 'exit 1' });
  expect(tellingCall({ calls: [failed, passed] })?.result).toBe('exit 1');
  expect(tellingCall({ calls: [passed, call('run', '')] })?.result).toBe('ok');
  expect(tellingCall({ calls: [call('run', '')] })).toBeNull();
});
