import type { LeftOutBlock } from '../../shared/leftOut.ts';
import { words } from '../i18n/words.ts';
import styles from './BlockView.module.css';

/** Says that a part of an earlier message was not fetched with the scene. */
export function LeftOutNote({ block: { of, characters } }: { block: LeftOutBlock }) {
  return (
    <p className={styles.empty}>
      {words(of === 'image' ? 'content.leftOutImage' : 'content.leftOutText', { count: characters })}
    </p>
  );
}
