import { SafeText } from '../ui/SafeText.tsx';
import styles from './NumberedText.module.css';
import { numberedLines } from './numberedLines.ts';

/** A file as a tool read it, its numbers in a column of their own, so that only its lines are selected. */
export function NumberedText({ text }: { text: string }) {
  return numberedLines(text)?.map(({ number, text: line }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text have no other identity
    <div key={index} className={styles.line}>
      <span className={styles.number}>{number}</span>
      <span className={styles.text}>
        <SafeText text={line} />
      </span>
    </div>
  ));
}
