import { formatAddress } from '../../shared/address.ts';
import type { PairedCall } from '../../shared/calls.ts';
import { type ToolResultBlock, textOfResult } from '../../shared/message.ts';
import { resultKindOf } from '../../shared/resultKind.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { CallView } from '../content/CallView.tsx';
import { exitCodeIn } from '../content/exitCode.ts';
import { ResultView } from '../content/ResultView.tsx';
import { formatDuration } from '../i18n/format.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import styles from './CallCard.module.css';
import { type CallEnd, type CallKnowledge, isAlarming } from './callEnd.ts';
import type { TurnContext } from './EntryView.tsx';

/** A call with what came of it right below. */
export function CallCard({ paired, turn }: { paired: PairedCall; turn: TurnContext }) {
  const isOfTurn = paired.messageIndex >= turn.firstIndex;
  const knowledge = isOfTurn ? turn.knowledge(paired) : pastKnowledge(paired);
  return (
    <div className={styles.card}>
      <CallView call={paired.call} badge={<CallBadge paired={paired} knowledge={knowledge} turn={turn} />} />
      {paired.result ? (
        <ResultView result={paired.result} call={paired.call} />
      ) : (
        <MissingResult end={knowledge.end} turn={turn} />
      )}
      <Subagents callId={paired.call.id} graph={turn.graph} />
    </div>
  );
}

/** The line of the transcript that a result came from. */
function ResultLine({ index, turn: { file, lines } }: { index: number | null; turn: TurnContext }) {
  const line = index === null ? undefined : lines[index];
  if (line === undefined) return null;
  return (
    <span className={styles.duration} title={file === null ? undefined : visibleText(`${file}:${line}`)}>
      {words('inspector.resultLine', { line: String(line) })}
    </span>
  );
}

/** Branches of subagents that worked for a call, each a way to its head. */
function Subagents({ callId, graph }: { callId: string; graph: RunGraph }) {
  const { select } = useSelection();
  const branches = [...graph.branches.values()].filter(branch => branch.originCall === callId);
  return branches.map(({ name, head }) => {
    const row = head === null ? undefined : graph.scenes.get(head);
    return (
      <div key={name} className={styles.missing}>
        <PhraseText text={words('inspector.subagent', { branch: name })} />
        {row && (
          <button
            type="button"
            className={styles.button}
            onClick={() => select({ scene: formatAddress(addressOf(graph, row)) })}
          >
            <PhraseText text={words('inspector.showSubagent', { branch: name })} />
          </button>
        )}
      </div>
    );
  });
}

/** A call of an earlier turn: without a result it was never answered in this conversation. */
function pastKnowledge({ result }: PairedCall): CallKnowledge {
  return { end: result === null ? 'unanswered' : result.is_error ? 'error' : 'answered', durationMs: null };
}

interface CallBadgeProps {
  paired: PairedCall;
  knowledge: CallKnowledge;
  turn: TurnContext;
}

function CallBadge({ paired: { result, resultMessageIndex }, knowledge, turn }: CallBadgeProps) {
  const end = result ? endOf(result) : null;
  return (
    <span className={styles.badge}>
      <ResultLine index={resultMessageIndex} turn={turn} />
      {knowledge.durationMs !== null && (
        <span className={styles.duration}>{formatDuration(knowledge.durationMs)}</span>
      )}
      {isAlarming(knowledge.end) && (
        <span className={styles.unanswered}>
          <Mark mark="dangling" decorative />
          {words('inspector.stateDangling')}
        </span>
      )}
      {end !== null && <span className={styles[end.look]}>{end.text}</span>}
    </span>
  );
}

/** How an answered call ended, in a word or its exit code; null where there is nothing to be said of it. */
function endOf(
  result: ToolResultBlock,
): { look: 'failed' | 'fine' | 'refused' | 'simulated'; text: string } | null {
  const kind = resultKindOf(result);
  if (kind === 'refused' || kind === 'simulated') return { look: kind, text: words(`content.${kind}`) };
  const code = exitCodeIn(textOfResult(result));
  if (code !== null) {
    const failed = kind === 'error' || code !== 0;
    return { look: failed ? 'failed' : 'fine', text: words('content.exit', { code: String(code) }) };
  }
  return kind === 'error' ? { look: 'failed', text: words('content.failed') } : null;
}

const wordsOfEnd = {
  answered: null,
  error: null,
  'in-b': 'inspector.callInB',
  running: 'inspector.callRunning',
  'not-yet': 'inspector.callNotYet',
  waiting: 'inspector.callWaiting',
  'ended-unsaved': 'inspector.callEndedUnsaved',
  unknown: 'inspector.callUnknown',
  'never-started': 'inspector.callNeverStarted',
  'unanswered-read': 'inspector.callUnansweredRead',
  unanswered: 'inspector.callUnanswered',
} as const satisfies Record<CallEnd, WordKey | null>;

/** Says what is known about a call that has no result here. */
function MissingResult({ end, turn: { graph, node } }: { end: CallEnd; turn: TurnContext }) {
  const { select } = useSelection();
  const { b } = node;
  const key = wordsOfEnd[end];
  return (
    <div
      className={classNames(
        styles.missing,
        isAlarming(end) && styles.dangling,
        end === 'running' && styles.running,
      )}
    >
      {isAlarming(end) && <Mark mark="dangling" decorative />}
      {key && <span>{words(key)}</span>}
      {end === 'in-b' && b && (
        <button
          type="button"
          className={styles.button}
          onClick={() => select({ scene: formatAddress(addressOf(graph, b)) })}
        >
          {words('inspector.showB')}
        </button>
      )}
    </div>
  );
}
