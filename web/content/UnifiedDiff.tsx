import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './UnifiedDiff.module.css';
import { unifiedDiffLines } from './unifiedDiff.ts';

/** A diff as a command printed it, its lines in the looks of their kinds; the signs at their start stay. */
export function UnifiedDiff({ text }: { text: string }) {
  return unifiedDiffLines(text).map(({ kind, text: line }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text have no other identity
    <div key={index} className={classNames(styles.line, styles[kind])}>
      <SafeText text={line} />
    </div>
  ));
}
