import { expect, test } from 'vitest';
import { testCounts } from './testCounts.ts';

test.each([
  ['node, spec', '✔ a (1ms)\nℹ tests 9\nℹ pass 8\nℹ fail 1\nℹ cancelled 0\nexit 1', 8, 1],
  ['node, tap', '# tests 9\n# pass 9\n# fail 0', 9, 0],
  ['vitest', ' Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 8 passed (9)', 8, 1],
  ['jest', 'Test Suites: 1 failed, 2 passed, 3 total\nTests:       1 failed, 8 passed, 9 total', 8, 1],
  ['mocha', '  8 passing (20ms)\n  1 failing', 8, 1],
  ['pytest', '==== 1 failed, 8 passed in 0.12s ====', 8, 1],
  ['unittest', 'Ran 9 tests in 0.001s\n\nFAILED (failures=1)', 8, 1],
  ['unittest, green', 'Ran 9 tests in 0.001s\n\nOK', 9, 0],
  ['cargo, in parts', 'test result: ok. 8 passed; 0 failed;\ntest result: FAILED. 1 passed; 2 failed;', 9, 2],
  ['maven', 'Tests run: 9, Failures: 1, Errors: 0', 8, 1],
  ['rspec', '9 examples, 1 failure', 8, 1],
  ['phpunit', 'OK (9 tests, 12 assertions)', 9, 0],
])('%s', (_name, output, passed, failed) => {
  expect(testCounts(output)).toEqual({ passed, failed });
});

test.each(['', 'hello', 'I passed the file on', 'version 2.4 passing by'])('“%s” counts nothing', output => {
  expect(testCounts(output)).toBeNull();
});
