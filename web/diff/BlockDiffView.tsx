import { textOfBlock } from '../../shared/blockText.ts';
import type { BlockDiff } from '../../shared/diff/messagesDiff.ts';
import {
  type Block,
  firstWords,
  isImage,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
  textOfResult,
} from '../../shared/message.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { BlockView } from '../content/BlockView.tsx';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { PhraseText } from '../ui/PhraseText.tsx';
import styles from './BlockDiffView.module.css';
import { ChangedBlock } from './ChangedBlock.tsx';
import { useShownDiff } from './shownDiff.ts';

/** One block of a changed message. */
export function BlockDiffView({ diff }: { diff: BlockDiff }) {
  const { onlyChanges, isSplit } = useShownDiff();
  const { kind, left, right } = diff;
  const block = right ?? left;
  if (!block) return null;
  if (kind === 'same') return onlyChanges ? null : <SameBlock block={block} />;
  const isChanged = kind === 'changed' && left !== null && right !== null;
  return (
    <div className={classNames(styles.block, styles[kind], isSplit && !isChanged && styles.half)}>
      <div className={styles.name}>
        <PhraseText text={nameOf(block)} />
        {whereTo(diff)}
      </div>
      {isChanged ? <ChangedBlock left={left} right={right} /> : <BlockView block={block} markdown={false} />}
    </div>
  );
}

function SameBlock({ block }: { block: Block }) {
  const what = `${nameOf(block)} ${visibleText(firstWords(sayingOf(block), 70))}`;
  return (
    <p className={styles.same}>
      <PhraseText text={words('diff.sameBlock', { what })} />
    </p>
  );
}

/** What a block says in words: an image says nothing. */
function sayingOf(block: Block): string {
  if (isImage(block)) return '';
  return isToolResult(block) ? textOfResult(block) : textOfBlock(block);
}

/** Of a block that moved: its other place in the message, counted from 1. */
function whereTo({ kind, leftIndex, rightIndex }: BlockDiff) {
  const place = (index: number | null) => ({ place: String((index ?? 0) + 1) });
  if (kind === 'moved-away')
    return <span className={styles.moved}> {words('diff.movedTo', place(rightIndex))}</span>;
  if (kind === 'moved-here')
    return <span className={styles.moved}> {words('diff.movedFrom', place(leftIndex))}</span>;
  return null;
}

function nameOf(block: Block): string {
  if (isText(block)) return words('diff.blockText');
  if (isThinking(block)) return words('diff.blockThinking');
  if (isToolUse(block)) return words('diff.blockCall', { name: visibleText(block.name) });
  if (isToolResult(block)) return words('diff.blockResult');
  return visibleText(block.type);
}
