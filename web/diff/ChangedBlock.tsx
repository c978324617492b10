import { textOfBlock } from '../../shared/blockText.ts';
import {
  type Block,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
  type ToolResultBlock,
  type ToolUseBlock,
} from '../../shared/message.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { withoutLook } from '../content/ansi.ts';
import { TextDiffView } from '../content/TextDiffView.tsx';
import { words } from '../i18n/words.ts';
import { PhraseText } from '../ui/PhraseText.tsx';
import styles from './BlockDiffView.module.css';
import { useShownDiff } from './shownDiff.ts';
import { ValueDiff } from './ValueDiff.tsx';

interface ChangedBlockProps<B extends Block = Block> {
  left: B;
  right: B;
}

/** What differs in a block: of a text its words, of a call its input, of a result what it gave. */
export function ChangedBlock({ left, right }: ChangedBlockProps) {
  const { isSplit, ignoreSpace } = useShownDiff();
  if (isToolUse(left) && isToolUse(right)) return <ChangedCall left={left} right={right} />;
  if (isToolResult(left) && isToolResult(right)) return <ChangedResult left={left} right={right} />;
  const [before, after] = [textOfBlock(left), textOfBlock(right)];
  const areWords = (isText(left) && isText(right)) || (isThinking(left) && isThinking(right));
  if (areWords && before !== after) {
    return <TextDiffView left={before} right={after} isSplit={isSplit} ignoreSpace={ignoreSpace} isNear />;
  }
  const isSigned = isThinking(left) && isThinking(right) && left.signature !== right.signature;
  return (
    <>
      {areWords && <p className={styles.note}>{words(isSigned ? 'diff.signature' : 'diff.details')}</p>}
      <ValueDiff kind="json" left={left} right={right} />
    </>
  );
}

function ChangedCall({ left, right }: ChangedBlockProps<ToolUseBlock>) {
  const [{ name: before, input: asked }, { name: after, input: askedNow }] = [left, right];
  // Ids and other fields count where the tool and its input are the same.
  const isElsewhere = before === after && JSON.stringify(asked) === JSON.stringify(askedNow);
  return (
    <>
      {before !== after && (
        <p className={styles.note}>
          <PhraseText
            text={words('diff.renamed', { left: visibleText(before), right: visibleText(after) })}
          />
        </p>
      )}
      {isElsewhere ? (
        <ValueDiff kind="json" left={left} right={right} />
      ) : (
        <ValueDiff kind="json" left={asked} right={askedNow} />
      )}
    </>
  );
}

function ChangedResult({ left, right }: ChangedBlockProps<ToolResultBlock>) {
  const [before, after] = [withoutLook(textOfBlock(left)), withoutLook(textOfBlock(right))];
  const isError = [left.is_error === true, right.is_error === true];
  return (
    <>
      {isError[0] !== isError[1] && (
        <p className={styles.note}>{words(isError[1] ? 'diff.nowError' : 'diff.nowNoError')}</p>
      )}
      {before !== after && <ValueDiff kind="output" left={before} right={after} />}
      {before === after && isError[0] === isError[1] && <ValueDiff kind="json" left={left} right={right} />}
    </>
  );
}
