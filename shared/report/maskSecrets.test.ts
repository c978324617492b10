import { describe, expect, test } from 'vitest';
import { SecretMask } from './maskSecrets.ts';

/** Put together here, so that nobody's scanner takes this file for a leak. */
const anthropic = ['sk', 'ant', 'api03', 'Zk3vQ9_x7Lm2PpRt5Wy8'].join('-');
const other = ['sk', 'ant', 'api03', 'another0Key1Of2Theirs'].join('-');
const github = `ghp_${'A1b2C3d4E5f6G7h8I9j0'}`;
const webToken = `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJ${'zdWIiOiIxMjM0In0'}.c2lnbmF0dXJl`;
const pem = `-----BEGIN ${'PRIVATE'} KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n-----END ${'PRIVATE'} KEY-----`;

describe('what looks like a key', () => {
  test.each([
    ['a key by its beginning', `use ${anthropic} now`, 'use [masked key 1] now'],
    [
      'a token of a forge',
      `git clone https://x:${github}@host/r`,
      'git clone https://x:[masked key 1]@host/r',
    ],
    ['a web token', `cookie=${webToken};`, 'cookie=[masked token 1];'],
    ['a bearer token', 'Authorization: Bearer abcDEF123456ghi', 'Authorization: Bearer [masked token 1]'],
    ['a private key', `before\n${pem}\nafter`, 'before\n[masked private key 1]\nafter'],
    ['one whose end was left out', pem.slice(0, 50), '[masked private key 1]'],
    [
      'a password in an address',
      'postgres://bob:hunter2@db:5432/x',
      'postgres://bob:[masked password 1]@db:5432/x',
    ],
    ['one that begins like a variable', 'DB_PASSWORD=$uper-Secret9', 'DB_PASSWORD=[masked password 1]'],
    ['one that begins like a placeholder', 'password: 3<horses4', 'password: [masked password 1]'],
    ['a value after its name', 'DB_PASSWORD=correct-horse-1', 'DB_PASSWORD=[masked password 1]'],
    [
      'a value in written JSON',
      '{\\"api_key\\": \\"abcd1234efgh\\"}',
      '{\\"api_key\\": \\"[masked password 1]\\"}',
    ],
  ])('%s', (_, text, masked) => {
    expect(new SecretMask().text(text)).toBe(masked);
  });

  test.each([
    'a task: say sk-8 to the ask-force',
    'commit 3e12d3a4b5c6d7e8f90123456789abcdef012345',
    'export TOKEN=$TOKEN; password=$PASSWORD',
    'token: <your token here>',
    'max_tokens: 4096, tokens: 12000',
    'https://host/path?x=1',
    'password: ********',
  ])('not %s', text => {
    expect(new SecretMask().text(text)).toBe(text);
  });
});

test('the same secret has one number, another one another', () => {
  const mask = new SecretMask();
  expect(mask.text(`${anthropic} ${other} ${anthropic}`)).toBe(
    '[masked key 1] [masked key 2] [masked key 1]',
  );
  expect(mask.maskedIn('[masked key 1] and [masked key 2]')).toEqual([{ kind: 'key', count: 2 }]);
  expect(mask.maskedIn('only [masked key 2]')).toEqual([{ kind: 'key', count: 1 }]);
});

test('a secret that was met in whole is known where it is cut off, and without the name before it', () => {
  const mask = new SecretMask();
  mask.text('service_token=Zebra-77-crossing');
  expect(mask.text('curl -H Zebra-77-cros…')).toBe('curl -H [masked password 1]…');
  expect(mask.text('curl -H Zebra-77-c')).toBe('curl -H [masked password 1]');
  expect(mask.text('echo Zebra-77-crossing!')).toBe('echo [masked password 1]!');
  expect(mask.text('Zebra-77-other')).toBe('Zebra-77-other');
});

test('values are masked whole where their field says what they are, in any depth', () => {
  const input = { headers: { 'x-api-key': 'pass', accept: 'text' }, list: [`a ${github}`, 3, null] };
  expect(new SecretMask().value(input)).toEqual({
    headers: { 'x-api-key': '[masked password 1]', accept: 'text' },
    list: ['a [masked key 1]', 3, null],
  });
  expect(input.list[0]).toContain(github);
});

test('what this process knows as secret is masked wherever it stands, and counted only there', () => {
  expect(new SecretMask(['plain-looking-words']).maskedIn('nothing')).toEqual([]);
  expect(new SecretMask(['plain-looking-words', 'ab']).text('say plain-looking-words, ab')).toBe(
    'say [masked key 1], ab',
  );
});

test('long texts of nothing in particular are quick', () => {
  const text = 'key: value '.repeat(20_000) + 'a_'.repeat(100_000) + '://'.repeat(20_000);
  const before = performance.now();
  expect(new SecretMask().text(text)).toHaveLength(text.length);
  // Bounds "does not hang": a pattern that backtracks would take minutes.
  expect(performance.now() - before).toBeLessThan(10_000);
});
