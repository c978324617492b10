import { useMemo, useState } from 'react';
import type { ImageBlock } from '../../shared/message.ts';
import { formatBytes } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './ImageView.module.css';
import { shownImage } from './images.ts';

/** An image of a message: small, and larger when it is pressed. An image elsewhere is only named. */
export function ImageView({ block }: { block: ImageBlock }) {
  const [isLarge, setLarge] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const image = useMemo(() => shownImage(block), [block]);
  if (image.kind === 'elsewhere') {
    return (
      <p className={styles.note}>
        {words('content.imageElsewhere')} <SafeText text={image.url} />
      </p>
    );
  }
  const about = { type: image.mediaType || words('content.unknownType'), size: formatBytes(image.sizeBytes) };
  if (image.kind === 'not-drawn' || isBroken) {
    return (
      <p className={styles.note}>
        <SafeText text={words('content.imageNotDrawn', about)} />
      </p>
    );
  }
  const label = words('content.image', about);
  return (
    <figure className={styles.figure}>
      <button
        type="button"
        className={styles.button}
        aria-expanded={isLarge}
        title={words(isLarge ? 'content.imageSmaller' : 'content.imageLarger')}
        onClick={() => setLarge(!isLarge)}
      >
        <img
          src={image.url}
          alt={label}
          decoding="async"
          className={classNames(styles.image, isLarge && styles.large)}
          onError={() => setBroken(true)}
        />
      </button>
      <figcaption className={styles.caption}>
        {about.type} · {about.size}
      </figcaption>
    </figure>
  );
}
