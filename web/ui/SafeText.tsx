import styles from './SafeText.module.css';
import { visiblePieces } from './visibleText.ts';

/**
 * Text from a run: never markup, never fetched from. Control and direction characters show as signs, and its
 * direction ends with it. Line breaks follow the `white-space` of what stands around.
 */
export function SafeText({ text }: { text: string }) {
  const pieces = visiblePieces(text);
  return (
    <bdi>
      {pieces.map((piece, index) =>
        piece.sign ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
          <span key={index} className={styles.sign}>
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
    </bdi>
  );
}
