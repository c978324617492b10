import { readableJson } from '../../shared/blockText.ts';
import { type Block, isImage, isText, type ToolResultBlock } from '../../shared/message.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { AnsiText } from './AnsiText.tsx';
import { ImageView } from './ImageView.tsx';
import { LongText } from './LongText.tsx';
import styles from './ResultView.module.css';
import { UnknownBlock } from './UnknownBlock.tsx';

/** What a call gave: its text with the colours of a terminal, its images, whatever else is in it. */
export function ResultView({ result }: { result: ToolResultBlock }) {
  const isError = result.is_error === true;
  return (
    <div className={classNames(styles.result, isError && styles.error)}>
      <ResultContent content={result.content} />
    </div>
  );
}

/** The content of a result or of a ledger row: a string, blocks, nothing, or something nobody knows yet. */
export function ResultContent({ content }: { content: unknown }) {
  if (content === undefined || content === null || content === '') return <EmptyResult />;
  if (typeof content === 'string') return <OutputText text={content} />;
  if (!Array.isArray(content)) return <OutputText text={readableJson(content)} />;
  if (content.length === 0) return <EmptyResult />;
  return content.map((part: unknown, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one result have no other identity
    <ContentPart key={index} part={part} />
  ));
}

function ContentPart({ part }: { part: unknown }) {
  if (!isBlock(part)) return <OutputText text={readableJson(part)} />;
  if (isText(part)) return part.text === '' ? <EmptyResult /> : <OutputText text={part.text} />;
  if (isImage(part)) return <ImageView block={part} />;
  return <UnknownBlock block={part} />;
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function OutputText({ text }: { text: string }) {
  return (
    <div className={styles.output}>
      <LongText text={text} draw={part => <AnsiText text={part} />} />
    </div>
  );
}

function EmptyResult() {
  return <p className={styles.empty}>{words('content.emptyResult')}</p>;
}
