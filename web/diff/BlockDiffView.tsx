import { textOfBlock } from '../../shared/blockText.ts';
import type { BlockDiff } from '../../shared/diffMessages.ts';
import { type Block, firstWords, isText, isThinking, isToolResult, isToolUse } from '../../shared/message.ts';
import { withoutLook } from '../content/ansi.ts';
import { BlockView } from '../content/BlockView.tsx';
import { TextDiffView } from '../content/TextDiffView.tsx';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './BlockDiffView.module.css';

/** One block of a changed message. */
export function BlockDiffView({ diff: { kind, left, right } }: { diff: BlockDiff }) {
  const block = right ?? left;
  if (!block) return null;
  if (kind === 'same') {
    return (
      <p className={styles.same}>
        <SafeText
          text={words('diff.sameBlock', { what: `${nameOf(block)} ${firstWords(textOfBlock(block), 70)}` })}
        />
      </p>
    );
  }
  return (
    <div className={classNames(styles.block, styles[kind])}>
      <div className={styles.name}>
        <SafeText text={nameOf(block)} />
      </div>
      {left && right ? (
        <ChangedBlock left={left} right={right} />
      ) : (
        <BlockView block={block} markdown={false} />
      )}
    </div>
  );
}

function ChangedBlock({ left, right }: { left: Block; right: Block }) {
  const [before, after] = [withoutLook(textOfBlock(left)), withoutLook(textOfBlock(right))];
  if (before !== after) {
    return <TextDiffView left={before} right={after} byLines={isToolUse(right) || isToolResult(right)} />;
  }
  const isSigned = isThinking(left) && isThinking(right) && left.signature !== right.signature;
  return (
    <>
      <p className={styles.note}>{words(isSigned ? 'diff.signature' : 'diff.details')}</p>
      <TextDiffView left={JSON.stringify(left, null, 2)} right={JSON.stringify(right, null, 2)} byLines />
    </>
  );
}

function nameOf(block: Block): string {
  if (isText(block)) return words('diff.blockText');
  if (isThinking(block)) return words('diff.blockThinking');
  if (isToolUse(block)) return words('diff.blockCall', { name: block.name });
  if (isToolResult(block)) return words('diff.blockResult');
  return block.type;
}
