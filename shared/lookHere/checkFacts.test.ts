import { expect, test } from 'vitest';
import { checkOf, stemOf } from './checkFacts.ts';

const outcome = (command: string, output: string, isError = false) =>
  checkOf({ command }, output, isError)?.outcome ?? null;

test.each([
  ['npm test', 'Exit code 1\nsomething', true, 'red'],
  ['node --test --test-reporter=spec', 'ℹ pass 8\nℹ fail 1\n\nexit code 1', false, 'red'],
  ['node --test', 'ℹ pass 9\nℹ fail 0\nexit code 0', false, 'green'],
  ['cd src && go test ./... 2>&1 | tail -5', 'ok  \tshop/tax\t0.1s', false, 'green'],
  ['go test ./...', '--- FAIL: TestSum (0.00s)\nFAIL\nok  \tshop/tax\t0.1s', false, 'red'],
  ['pytest -q | tail -1', '1 failed, 12 passed in 0.3s', false, 'red'],
  ['CI=1 npx vitest run', 'Tests  12 passed (12)', false, 'green'],
  ['bun run test', 'job: item 3 failed, as it should\n 1216 pass\n 0 fail', false, 'green'],
  ['cargo test', 'test result: ok. 3 passed; 0 failed; 0 ignored', false, 'green'],
])('%s with “%s” (error: %s) is %s', (command, output, isError, expected) => {
  expect(outcome(command, output, isError)).toBe(expected);
});

test.each([
  ['git commit -m "npm test is green"', 'Exit code 1', true],
  ['cat test.log', '3 failed', false],
  ['npm test', 'exit code 127\nnpm: not found', true],
  ['npm test', 'started in the background', false],
  ['npm test', 'The command took too long', true],
])('%s with “%s” checks nothing', (command, output, isError) => {
  expect(outcome(command, output, isError)).toBeNull();
});

test('checks of one runner are told by its first words, whatever follows', () => {
  const runner = (command: string) => checkOf({ command }, '1 failed', false)?.runner;
  expect(runner('node --test test/tax.test.mjs')).toBe('node --test');
  expect(runner('cd app;  npm   run test:unit -- --watch=false')).toBe('npm run test');
});

test('a red check names the files it speaks of, by what they are about', () => {
  const said = 'at src/invoice.mjs:4:9\nat Object.<anonymous> (test/money.test.mjs:18:10)\n1 failed';
  expect(checkOf({ command: 'npm test' }, said, false)?.names).toEqual(['invoice', 'money']);
  expect(['src/Tax.test.ts', 'tax_test.go', 'test_tax.py', 'a\\tax.spec.js'].map(stemOf)).toEqual([
    'tax',
    'tax',
    'tax',
    'tax',
  ]);
});
