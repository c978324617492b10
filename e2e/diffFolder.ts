import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkpointFileName } from '../shared/checkpoint.ts';
import type { Block, Message } from '../shared/message.ts';

/** Scenes B of branches, by turn: what each one's `messages` are, and what else was asked of the model. */
export interface WrittenBranch {
  messages: readonly Message[];
  request?: Record<string, unknown>;
}

/** Writes a run as a program of somebody's own would: one folder a branch, a file for each whole turn. @returns the folder */
export async function writeBranches(
  folder: string,
  branches: Record<string, WrittenBranch>,
): Promise<string> {
  for (const [branch, { messages, request }] of Object.entries(branches)) {
    const checkpoints = join(folder, branch === 'main' ? 'checkpoints' : `checkpoints-${branch}`);
    await mkdir(checkpoints, { recursive: true });
    const replies = messages.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []));
    const ends = [...replies, messages.length].map((end, turn) => ({ turn, end }));
    for (const { turn, end } of ends) {
      const record = {
        version: 1,
        task: 'Compare two ways',
        turns: turn,
        tokensUsed: 1000 * turn,
        messages: messages.slice(0, end),
        pendingToolUse: null,
        ...(request && { request }),
      };
      await writeFile(join(checkpoints, checkpointFileName(turn, 'B')), JSON.stringify(record));
    }
  }
  return folder;
}

export const person = (text: string): Message => ({ role: 'user', content: text });
export const says = (text: string, ...calls: Block[]): Message => ({
  role: 'assistant',
  content: [{ type: 'text', text }, ...calls],
});
export const call = (id: string, name: string, input: Record<string, unknown>): Block => ({
  type: 'tool_use',
  id,
  name,
  input,
});
export const gave = (id: string, content: string): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content }],
});

/** So many turns that read one file after the other, each a reply and its result. */
export function readings(count: number, first = 1): Message[] {
  return Array.from({ length: count }, (_, index) => first + index).flatMap(at => [
    says(`Reading part ${at}.`, call(`read_${at}`, 'read_file', { path: `part-${at}.txt` })),
    gave(`read_${at}`, `The text of part ${at}.`),
  ]);
}

const codeLines = Array.from({ length: 60 }, (_, index) => `const value${index} = ${index * 3};`);
const code = (changed: string) => codeLines.with(30, changed).join('\n');
const config = { name: 'invoices', retries: 2, region: 'eu', limits: { lines: 40, seconds: 30, files: 9 } };
const aside = says('A thought of its own: the rounding of cents belongs behind the sum, never before it.');
const tool = (description: string) => ({ name: 'read_file', description, input_schema: { type: 'object' } });

const task = person('Find out why the invoice is one cent off.');

/** Two branches that differ in every way that a diff of messages knows. */
export const everyKind: Record<string, WrittenBranch> = {
  main: {
    messages: [
      task,
      ...readings(20),
      aside,
      person('Go on, please.'),
      says('The tax table looks right to me, so I look at the totals next.'),
      person('And   the   spacing?'),
      says('I read the code.', call('code', 'read_file', { path: 'src/invoice.ts' })),
      gave('code', code('const value30 = round(sum);')),
      says('I write the settings.', call('set', 'write_config', config)),
      gave('set', '{"written":true,"bytes":140,"warnings":["no region"]}'),
      says('This line is only on the left.'),
    ],
    request: {
      model: 'claude-test-1',
      system: 'You mend invoices. Be brief.',
      maxTokens: 8000,
      tools: [tool('Reads a file'), { name: 'send_email', description: 'Sends a mail' }],
    },
  },
  'plan-b': {
    messages: [
      task,
      ...readings(20),
      person('Go on, please.'),
      says('The tax table looks wrong to me, so I look at the totals next.'),
      person('And the spacing?'),
      says('I read the code.', call('code', 'read_file', { path: 'src/invoice.ts' })),
      gave('code', code('const value30 = sum(round);')),
      says('I write the settings.', call('set', 'write_config', { ...config, retries: 5, dry: true })),
      gave('set', '{"bytes":152,"written":true,"warnings":[]}'),
      aside,
      person('Something that nobody asked on the left.'),
    ],
    request: {
      model: 'claude-test-2',
      system: 'You mend invoices. Be thorough.',
      maxTokens: 8000,
      tools: [tool('Reads a file of the project'), { name: 'grep', description: 'Searches' }],
    },
  },
};

/** Two PNGs of 2 × 2 pixels, a red and a blue one. */
const pictures = {
  red: 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGM4YWMDRAwQCgAlPgUBdJmUYAAAAABJRU5ErkJggg==',
  blue: 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGOwiToBRAwQCgAkJgV5MzhIMwAAAABJRU5ErkJggg==',
};
const screenshots = (picture: keyof typeof pictures): Message[] => [
  task,
  says('I look at the page.', call('look', 'screenshot', { path: '/invoice' })),
  {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: 'look',
        content: [
          { type: 'text', text: 'The page, drawn.' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pictures[picture] } },
        ],
      },
    ],
  },
  says('It is one cent off.'),
];

/** Two branches of which one result shows another picture, with the same words. */
export const otherPicture: Record<string, WrittenBranch> = {
  main: { messages: screenshots('red') },
  'plan-b': { messages: screenshots('blue') },
};

const longLines = (side: string) =>
  Array.from({ length: 20_000 }, (_, index) => `${side}, line ${index + 1} of a long output`).join('\n');
const longTurns = (output: string, line: string): Message[] => [
  task,
  says('All of it.', call('long', 'read_file', { path: 'long.txt' })),
  gave('long', output),
  says('One line.', call('line', 'read_file', { path: 'min.js' })),
  gave('line', line),
  says('Done.'),
];

/** Two outputs of 20,000 lines, each another, and two lines of four million characters. */
export const tooMuch: Record<string, WrittenBranch> = {
  main: { messages: longTurns(longLines('left'), 'x'.repeat(4_000_000)) },
  'plan-b': {
    messages: longTurns(longLines('right'), `${'x'.repeat(3_900_000)}${'y'.repeat(100_000)}`),
  },
};

const marked = (message: Message): Message => ({
  ...message,
  content: [{ type: 'text', text: String(message.content), cache_control: { type: 'ephemeral' } }],
});

const sameStart = [task, ...readings(2)];

/** A fork that differs in white space, and one in words. */
export const hardlyAny: Record<string, WrittenBranch> = {
  main: { messages: [...sameStart, person('Go on.'), says('One  two.')] },
  spaces: { messages: [...sameStart, person('Go on.'), says('One two.')] },
  other: { messages: [...sameStart, person('Go on.'), says('Three four.')] },
};

/** The same as `main` of those, with cache marks. */
export const sameWithMarks: Record<string, WrittenBranch> = {
  main: { messages: [...sameStart, marked(person('Go on.')), says('One  two.')] },
};
