import { useMemo, useState } from 'react';
import type { ImageBlock } from '../../shared/message.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { formatBytes } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { NearScreen } from '../ui/NearScreen.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './ImageView.module.css';
import { type ShownImage, shownImage, urlOfPicture } from './images.ts';

/** An image of a message: small, and larger when it is pressed. An image elsewhere is only named. */
export function ImageView({ block }: { block: ImageBlock }) {
  const [isBroken, setBroken] = useState(false);
  const image = useMemo(() => shownImage(block), [block]);
  if (image.kind === 'elsewhere') {
    return (
      <p className={styles.note}>
        {words('content.imageElsewhere')} <SafeText text={image.url} />
      </p>
    );
  }
  if (image.kind === 'not-drawn' || isBroken) {
    return (
      <p className={styles.note}>
        <PhraseText text={words('content.imageNotDrawn', { ...factsOf(image), size: sizesOf(image) })} />
      </p>
    );
  }
  return <Picture image={image} onBroken={() => setBroken(true)} />;
}

interface PictureProps {
  image: Extract<ShownImage, { kind: 'picture' }>;
  onBroken: () => void;
}

/** As the style sheet has it. */
const SMALL_HEIGHT_PX = 160;

/** A picture in the room that it will take; its bytes are read and decoded only once somebody is near it. */
function Picture({ image, onBroken }: PictureProps) {
  const [isLarge, setLarge] = useState(false);
  const facts = factsOf(image);
  return (
    <figure className={styles.figure}>
      <NearScreen guessPx={Math.min(SMALL_HEIGHT_PX, image.size?.height ?? SMALL_HEIGHT_PX)}>
        {() => (
          <button
            type="button"
            data-printed
            className={styles.button}
            aria-expanded={isLarge}
            title={words(isLarge ? 'content.imageSmaller' : 'content.imageLarger')}
            onClick={() => setLarge(!isLarge)}
          >
            <Pixels
              image={image}
              label={words('content.image', facts)}
              isLarge={isLarge}
              onBroken={onBroken}
            />
          </button>
        )}
      </NearScreen>
      <figcaption className={styles.caption}>
        {facts.type} · {sizesOf(image)}
      </figcaption>
    </figure>
  );
}

function Pixels({ image, label, isLarge, onBroken }: PictureProps & { label: string; isLarge: boolean }) {
  const url = useMemo(() => urlOfPicture(image), [image]);
  return (
    <img
      // Bytes that are no base64 are no picture either: the browser says so.
      src={url ?? 'data:,'}
      alt={label}
      width={image.size?.width}
      height={image.size?.height}
      loading="lazy"
      decoding="async"
      className={classNames(styles.image, isLarge && styles.large)}
      onError={onBroken}
    />
  );
}

type WithFacts = Exclude<ShownImage, { kind: 'elsewhere' }>;

function factsOf({ mediaType, sizeBytes }: WithFacts): { type: string; size: string } {
  return { type: visibleText(mediaType) || words('content.unknownType'), size: formatBytes(sizeBytes) };
}

/** `1.2 MB · 800 × 600`. */
function sizesOf({ sizeBytes, size }: WithFacts): string {
  const bytes = formatBytes(sizeBytes);
  if (size === null) return bytes;
  return `${bytes} · ${words('content.imagePixels', { width: size.width, height: size.height })}`;
}
