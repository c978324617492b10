import type { Block } from '../../shared/message.ts';
import { words } from '../i18n/words.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { JsonTree } from './JsonTree.tsx';
import styles from './UnknownBlock.module.css';

/** A block that is not drawn in any way of its own: its type and its JSON. */
export function UnknownBlock({ block }: { block: Block }) {
  return (
    <div className={styles.block}>
      <div className={styles.type}>
        <SafeText text={words('content.unknownBlock', { type: block.type })} />
      </div>
      <JsonTree value={block} openDepth={2} />
    </div>
  );
}
