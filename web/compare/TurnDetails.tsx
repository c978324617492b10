import type { SceneReply } from '../../shared/api.ts';
import { pairCalls } from '../../shared/calls.ts';
import type { TurnCell } from '../../shared/compare/comparison.ts';
import { type Block, blocksOf, isToolResult, isToolUse } from '../../shared/message.ts';
import { useScene } from '../api/queries.ts';
import { BlockView } from '../content/BlockView.tsx';
import { CallView } from '../content/CallView.tsx';
import { ResultView } from '../content/ResultView.tsx';
import { words } from '../i18n/words.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './TurnDetails.module.css';

/** What a turn added to the conversation, in full: words, calls with their inputs and results. */
export function TurnDetails({ run, cell }: { run: string; cell: TurnCell }) {
  const loaded = useScene(run, `@${cell.at.scene}`);
  if (loaded.status === 'loading') return <Spinner />;
  if (loaded.status === 'problem') return <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />;
  return <AddedMessages reply={loaded.value} />;
}

function AddedMessages({ reply: { checkpoint, newFrom, row } }: { reply: SceneReply }) {
  if (checkpoint === null) return row.problem && <ProblemNote problem={row.problem} />;
  const { messages } = checkpoint;
  const pairs = new Map<Block, ReturnType<typeof pairCalls>[number]>(
    pairCalls(messages).map(pair => [pair.call, pair]),
  );
  const answers = new Set<Block | null>([...pairs.values()].map(pair => pair.result));
  return (
    <div className={styles.details}>
      {messages.slice(newFrom).map((message, index) => {
        const blocks = blocksOf(message).filter(block => !answers.has(block));
        return blocks.map((block, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a stored message keep their places
          <div key={`${index}/${place}`} className={styles.block}>
            {message.role === 'user' && !isToolResult(block) && (
              <span className={styles.role}>{words('compare.person')}</span>
            )}
            {isToolUse(block) ? (
              <>
                <CallView call={block} />
                <CallEnd pair={pairs.get(block)} />
              </>
            ) : (
              <BlockView block={block} markdown={message.role === 'assistant'} />
            )}
          </div>
        ));
      })}
    </div>
  );
}

function CallEnd({ pair }: { pair: ReturnType<typeof pairCalls>[number] | undefined }) {
  if (!pair?.result) return <p className={styles.open}>{words('compare.noResult')}</p>;
  return <ResultView result={pair.result} call={pair.call} />;
}
