import type { Block } from '../../shared/message.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { PhraseText } from '../ui/PhraseText.tsx';
import { JsonTree } from './JsonTree.tsx';
import styles from './UnknownBlock.module.css';

/** A block that is not drawn in any way of its own: its type and its JSON. */
export function UnknownBlock({ block }: { block: Block }) {
  return (
    <div className={styles.block}>
      <div className={styles.type}>
        <PhraseText text={words('content.unknownBlock', { type: visibleText(block.type) })} />
      </div>
      <JsonTree value={block} openDepth={2} />
    </div>
  );
}
