import { readableJson } from '../../shared/blockText.ts';
import { isLeftOut } from '../../shared/leftOut.ts';
import {
  type Block,
  isImage,
  isText,
  type ToolResultBlock,
  type ToolUseBlock,
} from '../../shared/message.ts';
import { type ResultKind, resultKindOf } from '../../shared/resultKind.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { ImageView } from './ImageView.tsx';
import { JsonTree } from './JsonTree.tsx';
import { LeftOutNote } from './LeftOutNote.tsx';
import { OutputText } from './OutputText.tsx';
import styles from './ResultView.module.css';
import { UnknownBlock } from './UnknownBlock.tsx';

interface ResultViewProps {
  result: ToolResultBlock;
  /** The call it answers, where that is known: it tells what kind of text the result is. */
  call?: ToolUseBlock | null;
}

const labels = {
  answered: null,
  error: 'content.resultError',
  refused: 'content.resultRefused',
  simulated: 'content.resultSimulated',
} as const satisfies Record<ResultKind, WordKey | null>;

/** What a call gave: its text in the form it has, its images, whatever else is in it. */
export function ResultView({ result, call = null }: ResultViewProps) {
  const kind = resultKindOf(result);
  const label = labels[kind];
  return (
    <div className={classNames(styles.result, styles[kind])}>
      {label !== null && <p className={styles.label}>{words(label)}</p>}
      <ResultContent content={result.content} call={call} />
    </div>
  );
}

interface ResultContentProps {
  content: unknown;
  call?: ToolUseBlock | null;
}

/** The content of a result or of a ledger row: a string, blocks, nothing, or something nobody knows yet. */
export function ResultContent({ content, call = null }: ResultContentProps) {
  if (content === undefined || content === null || content === '') return <EmptyResult />;
  if (typeof content === 'string') return <OutputText text={content} call={call} />;
  if (!Array.isArray(content)) return <JsonTree value={content} />;
  if (content.length === 0) return <EmptyResult />;
  return content.map((part: unknown, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one result have no other identity
    <ContentPart key={index} part={part} call={call} />
  ));
}

function ContentPart({ part, call }: { part: unknown; call: ToolUseBlock | null }) {
  if (!isBlock(part)) return <OutputText text={readableJson(part)} call={null} />;
  if (isText(part)) return part.text === '' ? <EmptyResult /> : <OutputText text={part.text} call={call} />;
  if (isImage(part)) return <ImageView block={part} />;
  if (isLeftOut(part)) return <LeftOutNote block={part} />;
  return <UnknownBlock block={part} />;
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function EmptyResult() {
  return <p className={styles.empty}>{words('content.emptyResult')}</p>;
}
