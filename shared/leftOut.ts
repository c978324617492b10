import type { Problem } from './errors.ts';
import { type Block, isImage, isText, isToolResult, type Message, type Messages } from './message.ts';

/** The type of the block that stands where a long part of an earlier message was left out. No API knows it. */
export const LEFT_OUT = 'forkpoint_left_out';

/** Stands for what was left out: of which type it was, and how many characters. */
export interface LeftOutBlock extends Block {
  type: typeof LEFT_OUT;
  of: string;
  characters: number;
}

export const isLeftOut = (block: Block): block is LeftOutBlock =>
  block.type === LEFT_OUT && typeof block.of === 'string' && typeof block.characters === 'number';

/** A part longer than this may be left out; so much of a text stays. In characters. */
const longCharacters = 50_000;
const headCharacters = 4_000;
/** Less than this in all is not worth leaving out. */
const leastCharacters = 1_000_000;

/**
 * A scene from which more than this was left out is not given whole. In characters. The API takes no request of more than
 * 32 MB (https://docs.anthropic.com/en/api/errors): nothing larger was ever sent as one.
 */
export const wholeSceneLimit = 32_000_000;

/** Says that so many characters were left out of a scene and cannot be asked for. */
export function sceneTooLarge(address: string, characters: number): Problem {
  const [megabytes, limitMegabytes] = [Math.ceil(characters / 1e6), wholeSceneLimit / 1e6];
  return { code: 'scene-too-large', params: { address, megabytes, limitMegabytes } };
}

/** Messages for looking at. `characters` counts what was left out: 0 means that they are the very messages given. */
export interface LightMessages {
  messages: Messages;
  characters: number;
}

/**
 * Leaves the long texts and images of earlier messages out, so that a scene at the end of a long run with large results
 * is as light as its own turn. Every cut is a block of its own that says so.
 * @param newFrom index of the first message that stays whole with all behind it
 */
export function withoutLongParts(messages: Messages, newFrom: number): LightMessages {
  const cut = { characters: 0 };
  const light = messages.map((message, index) => (index < newFrom ? lightMessage(message, cut) : message));
  return cut.characters < leastCharacters
    ? { messages, characters: 0 }
    : { messages: light, characters: cut.characters };
}

type Cut = Pick<LightMessages, 'characters'>;

function lightMessage(message: Message, cut: Cut): Message {
  const { content } = message;
  const light = typeof content === 'string' ? lightText(content, cut) : lightBlocks(content, cut);
  return light === content ? message : { ...message, content: light };
}

/** The same array where nothing in it is long. */
function lightBlocks(blocks: Block[], cut: Cut): Block[] {
  const light = blocks.flatMap(block => lightBlock(block, cut));
  const isSame = light.length === blocks.length && light.every((block, index) => block === blocks[index]);
  return isSame ? blocks : light;
}

function lightBlock(block: Block, cut: Cut): Block[] {
  if (isText(block)) {
    const light = lightText(block.text, cut);
    return typeof light === 'string' ? [block] : light;
  }
  if (isImage(block)) {
    const length = block.source.data?.length ?? 0;
    return length > longCharacters ? [leftOut('image', length, cut)] : [block];
  }
  if (isToolResult(block) && block.content !== undefined) {
    const { content } = block;
    const light = typeof content === 'string' ? lightText(content, cut) : lightBlocks(content, cut);
    return light === content ? [block] : [{ ...block, content: light }];
  }
  return [block];
}

function lightText(text: string, cut: Cut): string | Block[] {
  if (text.length <= longCharacters) return text;
  const head = text.slice(0, headCharacters).replace(/[\ud800-\udbff]$/, '');
  return [{ type: 'text', text: head }, leftOut('text', text.length - head.length, cut)];
}

function leftOut(of: string, characters: number, cut: Cut): Block {
  cut.characters += characters;
  return { type: LEFT_OUT, of, characters };
}
