import type { ReactNode } from 'react';
import type { PairedCall } from '../../shared/calls.ts';
import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { BlockView } from '../content/BlockView.tsx';
import { SoughtIn } from '../content/sought.tsx';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { PhraseText } from '../ui/PhraseText.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { CallCard } from './CallCard.tsx';
import type { CallKnowledge } from './callEnd.ts';
import type { ConversationEntry, ConversationPart } from './conversation.ts';
import styles from './EntryView.module.css';

/** What a message needs to know of the turn that is looked at. */
export interface TurnContext {
  graph: RunGraph;
  node: TurnNode;
  knowledge: (call: PairedCall) => CallKnowledge;
  /** Index of the first message of the turn. */
  firstIndex: number;
  /** The transcript that the messages came from; null for checkpoints. */
  file: string | null;
  /** Line of the transcript of each message, by index; empty for checkpoints. */
  lines: readonly number[];
}

interface EntryViewProps {
  entry: ConversationEntry;
  turn: TurnContext;
  meta: ReactNode;
}

/** A message: who said it, and its blocks; calls stand together with their results. */
export function EntryView({ entry, turn, meta }: EntryViewProps) {
  const { role, parts, line } = entry;
  const { file } = turn;
  return (
    <article className={classNames(styles.entry, styles[role])}>
      <div className={styles.head}>
        <span className={styles.role}>{words(labels[role])}</span>
        <span className={styles.meta}>{meta}</span>
        {line !== null && (
          <span className={styles.line} title={file === null ? undefined : visibleText(`${file}:${line}`)}>
            {file !== null && (
              <span className={styles.file}>
                <SafeText text={file} />
              </span>
            )}
            {words('inspector.line', { line: String(line) })}
          </span>
        )}
      </div>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a stored message keep their places
        <PartView key={index} part={part} entry={entry} turn={turn} />
      ))}
      {parts.length === 0 && <p className={styles.empty}>{words('inspector.emptyMessage')}</p>}
    </article>
  );
}

const labels = {
  assistant: 'inspector.assistant',
  user: 'inspector.person',
  system: 'inspector.system',
} as const;

function PartView({
  part,
  entry,
  turn,
}: {
  part: ConversationPart;
  entry: ConversationEntry;
  turn: TurnContext;
}) {
  if (part.kind === 'block') {
    return (
      <SoughtIn callId={null}>
        <BlockView block={part.block} markdown={entry.role === 'assistant'} />
      </SoughtIn>
    );
  }
  if (part.kind === 'call') {
    return (
      <SoughtIn callId={part.paired.call.id}>
        <CallCard paired={part.paired} turn={turn} />
      </SoughtIn>
    );
  }
  return (
    <div className={styles.orphan}>
      <p className={styles.orphanWords}>
        <PhraseText text={words('inspector.orphan', { id: visibleText(String(part.block.tool_use_id)) })} />
      </p>
      <BlockView block={part.block} markdown={false} />
    </div>
  );
}
