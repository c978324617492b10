import { diffBlocks } from '../../shared/diff/diffMessages.ts';
import type { BlockDiff } from '../../shared/diff/messagesDiff.ts';
import { blocksOf, type Message } from '../../shared/message.ts';
import { callRoute } from './client.ts';

/** Where a message stands: the id of its scene, and its index there. */
export interface MessagePlace {
  run: string;
  scene: string;
  index: number;
}

/** Two messages that belong together, or one that stands on one side only. */
export interface AskedPair {
  left: MessagePlace | null;
  right: MessagePlace | null;
  ignoreSpace: boolean;
}

/** The messages, whole, and block by block what differs; no blocks where one stands alone. */
export interface MessagePair {
  left: Message | null;
  right: Message | null;
  blocks: BlockDiff[];
}

/** Fetches two messages and aligns their blocks. Of many megabytes that takes long: never where the page is drawn. */
export async function fetchMessagePair({ ignoreSpace, ...places }: AskedPair): Promise<MessagePair> {
  const [left, right] = await Promise.all([places.left, places.right].map(fetchMessage));
  const blocks = left && right ? diffBlocks(blocksOf(left), blocksOf(right), { ignoreSpace }) : [];
  return { left: left ?? null, right: right ?? null, blocks };
}

async function fetchMessage(place: MessagePlace | null): Promise<Message | null> {
  if (place === null) return null;
  const { messages } = await callRoute('getMessages', {
    params: { run: place.run, address: `@${place.scene}` },
    query: { from: String(place.index), count: '1' },
  });
  return messages[0] ?? null;
}
