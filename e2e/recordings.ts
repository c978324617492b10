import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkpointFileName, type Point } from '../shared/checkpoint.ts';
import type { Message } from '../shared/message.ts';

/** Texts that try to become something else on the page. */
export const hostileTexts = [
  '<img src=x onerror=alert(1)>',
  "<iframe srcdoc='<script>document.title=1</script>'>",
  '![x](http://attacker.invalid/?q=1) [click](javascript:alert(1))',
  '\u001b[2J\u001b[1Arm -rf /',
  'ok\u202Etxt.exe',
  '\ufffd\u0000\u0007',
  '{"__proto__":{"x":1}}',
];

/** A recorded session that ends with one call answered and one in flight. @returns its path */
export async function writeSessionWithDanglingCall(folder: string): Promise<string> {
  const common = {
    sessionId: 'b7f1c2d0-0000-4000-8000-000000000001',
    version: '2.1.50',
    cwd: '/shop',
    isSidechain: false,
  };
  const at = (second: number) => new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString();
  const reply = (uuid: string, parentUuid: string, second: number, block: object) => ({
    ...common,
    type: 'assistant',
    uuid,
    parentUuid,
    timestamp: at(second),
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-test',
      content: [block],
      stop_reason: 'tool_use',
      usage: { input_tokens: 900, output_tokens: 60 },
    },
  });
  const said = (uuid: string, parentUuid: string | null, second: number, content: unknown) => ({
    ...common,
    type: 'user',
    uuid,
    parentUuid,
    timestamp: at(second),
    message: { role: 'user', content },
  });
  const call = (id: string, command: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command } });
  const records = [
    said('u1', null, 0, 'Count the open orders.'),
    reply('a1', 'u1', 2, { type: 'text', text: 'I will ask both shelves.' }),
    reply('a2', 'a1', 2, call('toolu_left', 'wc -l left.csv')),
    said('u2', 'a2', 3, [{ type: 'tool_result', tool_use_id: 'toolu_left', content: '41 left.csv' }]),
    reply('a3', 'u2', 3, call('toolu_right', 'wc -l right.csv')),
  ];
  const path = join(folder, 'orders.jsonl');
  await writeFile(path, `${records.map(record => JSON.stringify(record)).join('\n')}\n`);
  return path;
}

/** A folder of checkpoints as thirty lines of somebody's own would write it: no ids, no records beside them. */
export async function writeCheckpoints(folder: string, results: readonly string[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  const messages: Message[] = [{ role: 'user', content: 'Read every file.' }];
  const write = (turn: number, point: Point) => {
    const scene = { task: 'Read every file.', turns: turn, messages };
    return writeFile(join(folder, checkpointFileName(turn, point)), JSON.stringify(scene));
  };
  for (const [index, content] of results.entries()) {
    const id = `toolu_${index}`;
    const call = { type: 'tool_use', id, name: 'read_file', input: { path: `${index}.txt` } };
    messages.push({ role: 'assistant', content: [{ type: 'text', text: `File ${index}.` }, call] });
    await write(index + 1, 'A');
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] });
    await write(index + 1, 'B');
  }
  return folder;
}
