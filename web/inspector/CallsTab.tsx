import { callsOfLastReply, type PairedCall } from '../../shared/calls.ts';
import type { CallRow } from '../../shared/rows.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { AnsiText } from '../content/AnsiText.tsx';
import { formatDuration } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './CallsTab.module.css';
import { type CallEnd, type CallKnowledge, callKnowledge, isAlarming } from './callEnd.ts';
import type { SceneTabProps } from './Inspector.tsx';

/** The calls of this turn in a table: what, of which class, how it ended, how long it took. */
export function CallsTab({ reply, ...turn }: SceneTabProps) {
  const { calls } = reply.row;
  if (calls.length === 0) return <EmptyState title={words('inspector.noCalls')} />;
  const paired = new Map(
    callsOfLastReply(reply.checkpoint?.messages ?? []).map(entry => [entry.call.id, entry]),
  );
  const knowledge = callKnowledge(turn);
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words('inspector.callName')}</th>
            <th scope="col">{words('inspector.callClass')}</th>
            <th scope="col">{words('inspector.callState')}</th>
            <th scope="col" className={styles.number}>
              {words('inspector.callDuration')}
            </th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two calls may have one id
            <CallLine key={index} call={call} known={knowledgeOf(knowledge, paired.get(call.id))} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function knowledgeOf(
  knowledge: (call: PairedCall) => CallKnowledge,
  paired: PairedCall | undefined,
): CallKnowledge {
  return paired ? knowledge(paired) : { end: 'unanswered', durationMs: null };
}

function CallLine({ call, known: { end, durationMs } }: { call: CallRow; known: CallKnowledge }) {
  const look =
    end === 'error' ? styles.error : isAlarming(end) || end === 'waiting' ? styles.dangling : undefined;
  return (
    <tr>
      <td className={styles.call}>
        <div className={styles.name}>
          <SafeText text={call.name} />
        </div>
        <div className={styles.detail} title={visibleText(call.detail)}>
          <SafeText text={call.detail} />
        </div>
        {call.result !== null && (
          <div className={styles.result}>
            <AnsiText text={call.result} />
          </div>
        )}
      </td>
      <td>{words(classes[call.toolClass])}</td>
      <td className={look}>{words(states[end])}</td>
      <td className={styles.number}>{durationMs === null ? '' : formatDuration(durationMs)}</td>
    </tr>
  );
}

const classes = {
  read: 'inspector.classRead',
  workspace: 'inspector.classWorkspace',
  command: 'inspector.classCommand',
  external: 'inspector.classExternal',
} as const;

const states = {
  answered: 'inspector.stateAnswered',
  error: 'inspector.stateError',
  'in-b': 'inspector.stateInB',
  running: 'inspector.stateRunning',
  'not-yet': 'inspector.stateNotYet',
  waiting: 'inspector.stateWaiting',
  'ended-unsaved': 'inspector.stateDangling',
  unknown: 'inspector.stateDangling',
  'never-started': 'inspector.stateDangling',
  'unanswered-read': 'inspector.stateDangling',
  unanswered: 'inspector.stateDangling',
} as const satisfies Record<CallEnd, string>;
