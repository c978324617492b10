import { useMemo } from 'react';
import { textOfBlock } from '../../shared/blockText.ts';
import {
  type Block,
  contentBlocksOf,
  isImage,
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
import { ChangedImage } from './ChangedImage.tsx';
import { imageDiffs } from './imageDiffs.ts';
import { useShownDiff } from './shownDiff.ts';
import { ValueDiff } from './ValueDiff.tsx';

interface ChangedBlockProps<B extends Block = Block> {
  left: B;
  right: B;
}

/** What differs in a block: of a text its words, of a call its input, of a result what it gave, of an image what it shows. */
export function ChangedBlock({ left, right }: ChangedBlockProps) {
  const { isSplit, ignoreSpace } = useShownDiff();
  if (isToolUse(left) && isToolUse(right)) return <ChangedCall left={left} right={right} />;
  if (isToolResult(left) && isToolResult(right)) return <ChangedResult left={left} right={right} />;
  if (isImage(left) && isImage(right)) return <ChangedImage left={left} right={right} />;
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
  const isElsewhere = useMemo(
    () => before === after && JSON.stringify(asked) === JSON.stringify(askedNow),
    [before, after, asked, askedNow],
  );
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
  const before = useMemo(() => outputOf(left), [left]);
  const after = useMemo(() => outputOf(right), [right]);
  const images = useMemo(() => imageDiffs(imagesOf(left), imagesOf(right)), [left, right]);
  const isError = [left.is_error === true, right.is_error === true];
  const isElsewhere = before === after && images.length === 0 && isError[0] === isError[1];
  return (
    <>
      {isError[0] !== isError[1] && (
        <p className={styles.note}>{words(isError[1] ? 'diff.nowError' : 'diff.nowNoError')}</p>
      )}
      {before !== after && <ValueDiff kind="output" left={before} right={after} />}
      {images.map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the images of two results keep their places
        <ChangedImage key={index} {...image} />
      ))}
      {isElsewhere && <ValueDiff kind="json" left={left} right={right} />}
    </>
  );
}

/** What a result says, as one text without colours; its images stand for themselves. */
function outputOf(result: ToolResultBlock): string {
  const content = contentBlocksOf(result).filter(block => !isImage(block));
  return withoutLook(content.map(textOfBlock).join('\n'));
}

const imagesOf = (result: ToolResultBlock) => contentBlocksOf(result).filter(isImage);
