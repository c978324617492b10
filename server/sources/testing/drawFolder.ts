import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Checkpoint,
  checkpointFileName,
  checkpointFromJson,
  type Point,
  sceneIdOf,
} from '../../../shared/checkpoint.ts';
import { digestOf } from '../../../shared/digest.ts';
import type { Message } from '../../../shared/message.ts';

/**
 * Makes a folder of checkpoints from a drawing, one line per folder or file:
 *
 *     checkpoints     | 0-B..14-B 15-A..17-B@new/15 18-B!cut     scenes as another program writes them
 *     checkpoints own | 0-B..3-B 4-A<gone                        scenes of ours, each the child of the one before
 *     effects.json    = {"toolu_1": "sent"}                      a file with this text
 *
 * `@new/15`: from turn 15 on the story is another one; `@a/3+b/4` is one that left that of `@a/3`. `!cut`, `!empty`, `!nul`, `!shape`, `!v99`: a file that
 * cannot be read. `!noversion`: one without a version. `!pretty`: the same scene in other bytes. `<3-B`: the child
 * of that scene, `<gone` of one that is not there.
 */
export async function drawFolder(root: string, drawing: string): Promise<void> {
  for (const line of drawing.split('\n').filter(text => text.trim() !== '')) {
    const match = /^\s*(\S+)( own)?\s*([|=])\s?(.*)$/.exec(line);
    if (!match) throw new Error(`cannot draw: ${line}`);
    const [, path = '', own, sign, rest = ''] = match;
    if (sign === '=') await writeInto(join(root, path), rest);
    else await drawScenes(join(root, path), rest, own !== undefined);
  }
}

/** The scene that a drawing means, as another program would write it. */
export function drawnScene(turn: number, point: Point, story = ''): Checkpoint {
  const messages = storyUpTo(turn, point, story);
  return checkpointFromJson(
    { version: 1, task: 'tidy up', turns: turn, tokensUsed: turn * 10, messages, pendingToolUse: null },
    'drawing',
  );
}

/** The id that a scene of ours has in a drawing. */
export function drawnId(turn: number, point: Point, story = ''): string {
  const scene = { ...drawnScene(turn, point, story) };
  return sceneIdOf(digestOf(`${turn}-${point}@${story}`, 10), checkpointFileName(turn, point), scene);
}

interface DrawnScene {
  turn: number;
  point: Point;
  story: string;
  flaw: string | null;
  parent: string | null;
}

async function drawScenes(folder: string, words: string, isOwn: boolean): Promise<void> {
  await mkdir(folder, { recursive: true });
  let before: string | null = null;
  for (const scene of words.trim().split(/\s+/).flatMap(scenesOfWord)) {
    const { turn, point, story, flaw } = scene;
    const id = drawnId(turn, point, story);
    const parent = scene.parent ?? before;
    const record = { ...drawnScene(turn, point, story), ...(isOwn ? { id, parent } : {}) };
    await writeFile(join(folder, checkpointFileName(turn, point)), flawedText(record, flaw));
    before = id;
  }
}

function scenesOfWord(word: string): DrawnScene[] {
  const match =
    /^(\d+)-([AB])(?:\.\.(\d+)-([AB]))?(?:@([a-z]+\/\d+(?:\+[a-z]+\/\d+)*))?(?:!(\w+))?(?:<(\S+))?$/.exec(
      word,
    );
  if (!match) throw new Error(`cannot draw the scene ${word}`);
  const [, first, firstPoint, last = first, lastPoint = firstPoint, story = '', flaw = null, named] = match;
  const scenes: DrawnScene[] = [];
  for (let turn = Number(first); turn <= Number(last); turn++) {
    for (const point of ['A', 'B'] as const) {
      const isBefore = turn === Number(first) && point < (firstPoint ?? 'A');
      const isAfter = turn === Number(last) && point > (lastPoint ?? 'B');
      if (isBefore || isAfter || (turn === 0 && point === 'A')) continue;
      scenes.push({ turn, point, story, flaw, parent: named === undefined ? null : parentId(named) });
    }
  }
  return scenes;
}

function parentId(named: string): string {
  const [scene] = /^\d+-[AB]/.test(named) ? scenesOfWord(named) : [];
  return scene ? drawnId(scene.turn, scene.point, scene.story) : named;
}

/** A task, then in every turn one call and its result. A story `new/15` tells turns from 15 on in its own words. */
function storyUpTo(turn: number, point: Point, story: string): Message[] {
  const parts = story.split('+').map(part => part.split('/'));
  const messages: Message[] = [{ role: 'user', content: 'Please tidy up.' }];
  for (let at = 1; at <= turn; at++) {
    const teller = parts.findLast(([, from = 'never']) => at >= Number(from))?.[0] ?? '';
    const id = `toolu_${teller}${at}`;
    const call = { type: 'tool_use', id, name: 'read_file', input: { path: `${teller}${at}.txt` } };
    messages.push({ role: 'assistant', content: [{ type: 'text', text: `${teller} step ${at}` }, call] });
    if (at === turn && point === 'A') continue;
    messages.push({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: `text ${at}` }],
    });
  }
  return messages;
}

function flawedText(record: Record<string, unknown>, flaw: string | null): string {
  const text = JSON.stringify(record);
  switch (flaw) {
    case 'cut':
      return text.slice(0, text.length / 2);
    case 'empty':
      return '';
    case 'nul':
      return '\0'.repeat(512);
    case 'shape':
      return '["no", "checkpoint"]';
    case 'v99':
      return JSON.stringify({ ...record, version: 99 });
    case 'noversion': {
      const { version: _version, ...rest } = record;
      return JSON.stringify(rest);
    }
    case 'pretty':
      return JSON.stringify(record, null, 2);
    default:
      return text;
  }
}

async function writeInto(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
