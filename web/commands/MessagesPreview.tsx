import { readableJson } from '../../shared/blockText.ts';
import type { MessageChange } from '../../shared/diff/messagesDiff.ts';
import { type Block, blocksOf, isText, isToolResult, isToolUse, type Message } from '../../shared/message.ts';
import type { Plan } from '../../shared/plan.ts';
import { BlockView } from '../content/BlockView.tsx';
import { CallView } from '../content/CallView.tsx';
import { LegalityList } from '../content/LegalityNotes.tsx';
import { ResultView } from '../content/ResultView.tsx';
import { TextDiffView } from '../content/TextDiffView.tsx';
import { words } from '../i18n/words.ts';
import styles from './MessagesPreview.module.css';

/** The end of what will be sent, as it will be sent, and whether the model may refuse it. */
export function MessagesPreview({ plan: { messages } }: { plan: Pick<Plan, 'messages'> }) {
  return (
    <div className={styles.preview}>
      {messages.problems.length > 0 && (
        <>
          <p className={styles.legality}>
            {words(messages.isRepaired ? 'commands.isRepaired' : 'commands.isBroken')}
          </p>
          <LegalityList problems={messages.problems} />
          <Repair changes={messages.repair} count={messages.repairCount} />
        </>
      )}
      <p className={styles.count}>
        {words('commands.lastMessages', { count: messages.tail.length, total: messages.count })}
      </p>
      {messages.tail.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message has no identity but its place
        <MessageView key={index} message={message} />
      ))}
    </div>
  );
}

/** What the repaired copy has otherwise than the history. */
function Repair({ changes, count }: { changes: readonly MessageChange[]; count: number }) {
  if (changes.length === 0) return null;
  const more = count - changes.length;
  return (
    <details className={styles.repair}>
      <summary>{words('commands.repairTitle')}</summary>
      {changes.map(change => (
        <RepairedMessage key={`${change.leftIndex} ${change.rightIndex}`} change={change} />
      ))}
      {more > 0 && <p className={styles.count}>{words('commands.repairMore', { count: more })}</p>}
    </details>
  );
}

function RepairedMessage({ change: { leftIndex, rightIndex, blocks } }: { change: MessageChange }) {
  const side = (of: 'left' | 'right') => readableJson(blocks.flatMap(block => block[of] ?? []));
  return (
    <div className={styles.message}>
      <div className={styles.role}>
        {words('legality.place', { message: String(leftIndex ?? rightIndex ?? '') })}
      </div>
      <TextDiffView left={side('left')} right={side('right')} byLines />
    </div>
  );
}

const roles = {
  assistant: 'inspector.assistant',
  user: 'inspector.person',
  system: 'inspector.system',
} as const;

function MessageView({ message }: { message: Message }) {
  return (
    <article className={styles.message}>
      <div className={styles.role}>{words(roles[message.role])}</div>
      {blocksOf(message).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a message keep their places
        <PreviewBlock key={index} block={block} markdown={message.role === 'assistant'} />
      ))}
    </article>
  );
}

function PreviewBlock({ block, markdown }: { block: Block; markdown: boolean }) {
  if (isToolUse(block)) return <CallView call={block} />;
  if (isToolResult(block)) return <ResultView result={block} />;
  return <BlockView block={block} markdown={markdown && isText(block)} />;
}
