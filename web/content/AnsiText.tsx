import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './AnsiText.module.css';
import { type AnsiPiece, ansiPieces } from './ansi.ts';

/** Output of a command: its colours as a terminal shows them, every other control character as a sign. */
export function AnsiText({ text }: { text: string }) {
  if (!text.includes('\u001b[')) return <SafeText text={text} />;
  return ansiPieces(text).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
    <span key={index} className={lookOf(piece)}>
      <SafeText text={piece.text} />
    </span>
  ));
}

function lookOf({ color, background, bold, dim, italic, underline }: AnsiPiece): string {
  return classNames(
    color !== null && styles[`color${color % 8}`],
    background !== null && styles[`ground${background % 8}`],
    bold && styles.bold,
    dim && styles.dim,
    italic && styles.italic,
    underline && styles.underline,
  );
}
