import { create } from 'jsondiffpatch/with-text-diffs';
import { textOfBlock } from '../../shared/blockText.ts';
import { diffMessages } from '../../shared/diff/diffMessages.ts';
import { diffText } from '../../shared/diff/diffText.ts';
import { digestMessages } from '../../shared/diff/digestMessages.ts';
import type { MessagesDiff } from '../../shared/diff/messagesDiff.ts';
import type { Message, Messages } from '../../shared/message.ts';
import type { Comparison } from './captureBench.ts';

/** So many changed messages of 80 lines are more than a large screen holds; the words of others are compared when they come there. */
const screenful = 4;

const words =
  'the of sum tax total invoice rate round cent line order book discount currency net gross'.split(' ');

/** Numbers that look random and are the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A result as a command gives it: so many lines of words and numbers. */
function output(next: () => number, lines: number): string {
  const word = () => words[Math.floor(next() * words.length)] ?? '';
  const line = () => `${word()} ${word()} ${word()} ${Math.floor(next() * 10_000)} ${word()}`;
  return Array.from({ length: lines }, line).join('\n');
}

/** Turns of one call each. @param seed of what they say @param ids of their calls: forks of one scene may share them */
function turns(from: number, to: number, seed: number, ids: string): Message[] {
  const next = numbersFrom(seed);
  return Array.from({ length: to - from }, (_, at): Message[] => {
    const id = `${ids}${from + at}`;
    const input = { command: `node --test test/${Math.floor(next() * 40)}.test.mjs` };
    return [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: output(next, 2) },
          { type: 'tool_use', id, name: 'run_command', input },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output(next, 78) }] },
    ];
  }).flat();
}

const task: Message = { role: 'user', content: 'Fix the invoice.' };

/** Two forks from turn 50 of 150, with half a megabyte that only one of them has. What is shared was parsed twice. */
function forks(): [Message[], Message[]] {
  const past = [task, ...turns(0, 50, 1, 'shared-')];
  return [
    [...past, ...turns(50, 150, 2, 'call-')],
    [...structuredClone(past), ...turns(50, 150, 3, 'call-')],
  ];
}

/** What the page does: the messages, and the words of what is on screen. */
function diffOnScreen(left: Messages, right: Messages): MessagesDiff {
  const diff = diffMessages(left, right);
  const changed = diff.entries.filter(entry => entry.kind === 'changed').slice(0, screenful);
  for (const { blocks } of changed) {
    for (const block of blocks) {
      if (block.kind === 'changed' && block.left && block.right) {
        diffText(textOfBlock(block.left), textOfBlock(block.right));
      }
    }
  }
  return diff;
}

/** The diff of messages: counted, beside itself with ten times the past, and beside a general library. */
export async function benchDiffs(report: (comparison: Comparison) => Promise<void>): Promise<void> {
  reportCounts();
  const [small, large] = [withPast(100), withPast(1_000)];
  await report({
    name: 'the diff of two forks of 100 turns that share 1,000, beside the same that share 100',
    ours: () => diffMessages(...large),
    beside: () => diffMessages(...small),
  });
  await benchBesideLibrary(report);
}

/** Sides as the server keeps them: digested when they were first looked at. */
function withPast(shared: number): [ReturnType<typeof digestMessages>, ReturnType<typeof digestMessages>] {
  const past = [task, ...turns(0, shared, 1, 'shared-')];
  return [
    digestMessages([...past, ...turns(0, 100, 2, 'left-')]),
    digestMessages([...structuredClone(past), ...turns(0, 100, 3, 'right-')]),
  ];
}

function reportCounts(): void {
  const [left, right] = forks();
  const compared = { digests: 0, words: 0 };
  const { summary } = diffMessages(left, right, {}, compared);
  const { same, added, removed, changed, moved } = summary;
  const bound = same + 2 * (added + removed + changed + 2 * moved);
  const total = compared.digests + compared.words;
  const name = 'messages compared in the diff of two forks, beside twice those that differ and each shared';
  console.log(`${name.padEnd(72)} ${total}, beside ${bound}  ×${(total / bound).toFixed(2)}`);
}

/** The library compares the messages of two arrays by position, and long texts by words, as it does if nothing is said. */
async function benchBesideLibrary(report: (comparison: Comparison) => Promise<void>): Promise<void> {
  const library = create();
  const [left, right] = forks();
  // Parsed anew each time, as two scenes are that nobody has looked at: no digest is known.
  const parsed = (): [Message[], Message[]] => [structuredClone(left), structuredClone(right)];
  await report({
    name: 'two forks from turn 50 of 150, words on screen, beside jsondiffpatch',
    ours: () => diffOnScreen(...parsed()),
    beside: () => library.diff(...parsed()),
  });
}
