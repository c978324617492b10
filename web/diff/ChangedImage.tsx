import type { ImageBlock } from '../../shared/message.ts';
import { ImageView } from '../content/ImageView.tsx';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import styles from './ChangedImage.module.css';
import type { ImageDiff } from './imageDiffs.ts';

/** An image as it was and as it is now, or the one that only one side has. */
export function ChangedImage({ left, right }: ImageDiff) {
  return (
    <div className={styles.images}>
      {left && (
        <ImageOnSide
          block={left}
          label={words(right ? 'content.before' : 'diff.messageRemoved')}
          kind="removed"
        />
      )}
      {right && (
        <ImageOnSide block={right} label={words(left ? 'content.after' : 'diff.messageAdded')} kind="added" />
      )}
    </div>
  );
}

interface ImageOnSideProps {
  block: ImageBlock;
  label: string;
  kind: 'added' | 'removed';
}

function ImageOnSide({ block, label, kind }: ImageOnSideProps) {
  return (
    <div className={classNames(styles.image, styles[kind])}>
      <div className={styles.label}>{label}</div>
      <ImageView block={block} />
    </div>
  );
}
