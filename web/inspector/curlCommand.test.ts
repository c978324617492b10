import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { curlCommand } from './curlCommand.ts';

let folder: string;

/** Stands in for curl: writes down its words, one a line as JSON, and what it was given to read. */
const fakeCurl = `#!/usr/bin/env node
const { writeFileSync, readFileSync } = require('node:fs');
writeFileSync(process.env.OUT + '/words.json', JSON.stringify(process.argv.slice(2)));
writeFileSync(process.env.OUT + '/body', readFileSync(0));
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forkpoint-curl-'));
  writeFileSync(join(folder, 'curl'), fakeCurl);
  chmodSync(join(folder, 'curl'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command as a person would who pastes it into a shell. */
function run(command: string): { words: string[]; body: unknown } {
  const env = { PATH: `${folder}:${process.env.PATH}`, OUT: folder, ANTHROPIC_API_KEY: 'of-the-shell' };
  execFileSync('sh', ['-c', command], { env, cwd: folder });
  return {
    words: JSON.parse(readFileSync(join(folder, 'words.json'), 'utf8')),
    body: JSON.parse(readFileSync(join(folder, 'body'), 'utf8')),
  };
}

const hostile = {
  model: 'm',
  messages: [
    { role: 'user', content: "it's $(touch made) `touch made` $HOME \\ \" \nEND_OF_REQUEST\n'; touch made" },
    { role: 'assistant', content: '\u0000\u001b[2J\u202e\u2028\ud800 é 🙂' },
  ],
  ['__proto__']: { x: 1 },
};

describe('curlCommand', () => {
  test('the shell passes the body on to the last character, and runs nothing in it', () => {
    const { body } = run(curlCommand({ body: hostile, betas: [], notes: [] }));
    expect(JSON.stringify(body)).toBe(JSON.stringify(hostile));
    expect(() => readFileSync(join(folder, 'made'))).toThrow();
  });

  test('the key is that of the shell, and never in the command', () => {
    const command = curlCommand({ body: {}, betas: [], notes: [] });
    expect(command).toContain('"x-api-key: $ANTHROPIC_API_KEY"');
    expect(run(command).words).toContain('x-api-key: of-the-shell');
  });

  test('betas and notes cannot get out of their places', () => {
    const { words } = run(
      curlCommand({ body: {}, betas: ["a'; touch made; '", 'b'], notes: ['one\ntouch made'] }),
    );
    expect(words).toContain("anthropic-beta: a'; touch made; ',b");
    expect(words.at(-2)).toBe('--data-binary');
    expect(() => readFileSync(join(folder, 'made'))).toThrow();
  });

  test('no character that a terminal obeys stands in it', () => {
    const command = curlCommand({ body: hostile, betas: [], notes: [] });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(command).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]/);
  });
});
