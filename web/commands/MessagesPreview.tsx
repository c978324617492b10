import { type Block, blocksOf, isText, isToolResult, isToolUse, type Message } from '../../shared/message.ts';
import type { Plan } from '../../shared/plan.ts';
import { BlockView } from '../content/BlockView.tsx';
import { CallView } from '../content/CallView.tsx';
import { LegalityList } from '../content/LegalityNotes.tsx';
import { ResultView } from '../content/ResultView.tsx';
import { words } from '../i18n/words.ts';
import styles from './MessagesPreview.module.css';

/** The end of what will be sent, as it will be sent, and whether the model may refuse it. */
export function MessagesPreview({ plan: { messages } }: { plan: Plan }) {
  return (
    <div className={styles.preview}>
      {messages.problems.length > 0 && (
        <>
          <p className={styles.legality}>
            {words(messages.isRepaired ? 'commands.isRepaired' : 'commands.isBroken')}
          </p>
          <LegalityList problems={messages.problems} />
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
