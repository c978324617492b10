import { isLeftOut } from '../../shared/leftOut.ts';
import { type Block, isImage, isText, isThinking, isToolResult, isToolUse } from '../../shared/message.ts';
import { words } from '../i18n/words.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './BlockView.module.css';
import { CallView } from './CallView.tsx';
import { ImageView } from './ImageView.tsx';
import { LeftOutNote } from './LeftOutNote.tsx';
import { LongText } from './LongText.tsx';
import { Markdown } from './Markdown.tsx';
import { ResultView } from './ResultView.tsx';
import { ThinkingView } from './ThinkingView.tsx';
import { UnknownBlock } from './UnknownBlock.tsx';

interface BlockViewProps {
  block: Block;
  /** A model's words are read as markdown, a person's stay as they were typed. */
  markdown: boolean;
}

/** Any block of a message, in the form of its kind. */
export function BlockView({ block, markdown }: BlockViewProps) {
  if (isText(block)) return <TextView text={block.text} markdown={markdown} />;
  if (isThinking(block)) return <ThinkingView block={block} />;
  if (isToolUse(block)) return <CallView call={block} />;
  if (isToolResult(block)) return <ResultView result={block} />;
  if (isImage(block)) return <ImageView block={block} />;
  if (isLeftOut(block)) return <LeftOutNote block={block} />;
  return <UnknownBlock block={block} />;
}

interface TextViewProps {
  text: string;
  markdown: boolean;
  /** Not folded, as words are that are just being written. */
  open?: boolean;
}

/** Words of a message. Empty ones are said to be so. */
export function TextView({ text, markdown, open = false }: TextViewProps) {
  if (text === '') return <p className={styles.empty}>{words('content.emptyText')}</p>;
  const draw = (part: string) =>
    markdown ? (
      <Markdown text={part} />
    ) : (
      <p className={styles.plain}>
        <SafeText text={part} />
      </p>
    );
  return (
    <div className={styles.text}>
      <LongText text={text} draw={draw} open={open} />
    </div>
  );
}
