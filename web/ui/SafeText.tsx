import { visiblePieces } from '../../shared/visibleText.ts';
import styles from './SafeText.module.css';

/**
 * Text from a run: never markup, never fetched from. Control and direction characters show as signs, and its
 * direction ends with it. Line breaks follow the `white-space` of what stands around.
 */
export function SafeText({ text }: { text: string }) {
  return (
    <bdi>
      <VisiblePieces text={text} />
    </bdi>
  );
}

/** A text with its signs, in no element of its own. */
export function VisiblePieces({ text }: { text: string }) {
  return visiblePieces(text).map((piece, index) =>
    piece.sign ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
      <span key={index} className={styles.sign}>
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );
}
