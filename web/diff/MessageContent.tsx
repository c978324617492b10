import type { MessageDiff } from '../../shared/diff/messagesDiff.ts';
import { blocksOf, type Message } from '../../shared/message.ts';
import { BlockView } from '../content/BlockView.tsx';
import { words } from '../i18n/words.ts';
import styles from './BlockDiffView.module.css';
import { BlockDiffView } from './BlockDiffView.tsx';

/** What a message says, or block by block what of it differs. */
export function MessageContent({
  entry,
}: {
  entry: Pick<MessageDiff, 'kind' | 'left' | 'right' | 'blocks'>;
}) {
  if (entry.kind === 'changed') return <ChangedBlocks blocks={entry.blocks} />;
  const message = entry.right ?? entry.left;
  return message && <WholeMessage message={message} />;
}

function WholeMessage({ message }: { message: Message }) {
  return blocksOf(message).map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a stored message keep their places
    <BlockView key={index} block={block} markdown={message.role === 'assistant'} />
  ));
}

function ChangedBlocks({ blocks }: Pick<MessageDiff, 'blocks'>) {
  const isSame = blocks.every(block => block.kind === 'same');
  return (
    <>
      {isSame && <p className={styles.note}>{words('diff.otherFields')}</p>}
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a diff keep their places
        <BlockDiffView key={index} diff={block} />
      ))}
    </>
  );
}
