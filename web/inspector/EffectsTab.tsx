import { formatAddress } from '../../shared/address.ts';
import type { Effect } from '../../shared/effect.ts';
import type { EffectRow } from '../../shared/rows.ts';
import { addressOf } from '../../shared/runGraph.ts';
import { CallInput } from '../content/CallInput.tsx';
import { ResultContent } from '../content/ResultView.tsx';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Mark } from '../ui/Mark.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import styles from './EffectsTab.module.css';
import { effectsAt } from './effectsAt.ts';
import type { SceneTabProps } from './Inspector.tsx';

/** What the calls of this turn changed, as the ledger holds it. */
export function EffectsTab({ run, graph, node, reply }: SceneTabProps) {
  const isTranscript = run.kind === 'transcript';
  const effects = effectsAt(reply.row, node);
  if (effects.length < node.effects.length) return <EffectsOfB graph={graph} node={node} />;
  if (effects.length === 0) {
    return <EmptyState title={words(isTranscript ? 'inspector.noEffectsSeen' : 'inspector.noEffects')} />;
  }
  return (
    <div className={styles.effects}>
      <p className={styles.note}>{words(isTranscript ? 'inspector.effectsSeen' : 'inspector.effectsStay')}</p>
      {reply.row.point === 'A' && <p className={styles.note}>{words('inspector.effectsAfterA')}</p>}
      {effects.map(row => (
        <EffectView key={row.id} row={row} effect={effectOf(row, reply.effects)} />
      ))}
    </div>
  );
}

/** At A the calls have not run: says where what they changed is shown. */
function EffectsOfB({ graph, node: { b, effects } }: Pick<SceneTabProps, 'graph' | 'node'>) {
  const { select } = useSelection();
  if (!b) return null;
  return (
    <div className={styles.effects}>
      <p className={styles.inB}>
        {words('inspector.effectsInB', { count: effects.length })}{' '}
        <TextButton onClick={() => select({ scene: formatAddress(addressOf(graph, b)) })}>
          {words('inspector.showB')}
        </TextButton>
      </p>
    </div>
  );
}

function effectOf(row: EffectRow, effects: readonly Effect[]): Effect | undefined {
  return effects.find(
    effect =>
      effect.tool_use_id === row.callId &&
      effect.name === row.name &&
      (effect.turn === undefined || effect.turn === row.turn),
  );
}

function EffectView({ row, effect }: { row: EffectRow; effect: Effect | undefined }) {
  return (
    <article className={styles.effect}>
      <div className={styles.head}>
        {row.toolClass === 'external' && <Mark mark="external" />}
        <span className={styles.name}>
          <SafeText text={row.name} />
        </span>
        <span className={styles.at}>{row.at !== null && <RelativeTime at={row.at} />}</span>
      </div>
      {row.target !== null && (
        <Part label={words('inspector.effectTarget')}>
          <span className={styles.target}>
            <SafeText text={row.target} />
          </span>
        </Part>
      )}
      {effect && (
        <>
          <Part label={words('inspector.effectInput')}>
            <CallInput input={effect.input} />
          </Part>
          <Part label={words('inspector.effectResult')}>
            <ResultContent content={effect.result} />
          </Part>
        </>
      )}
    </article>
  );
}

function Part({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className={styles.part}>
      <div className={styles.label}>{label}</div>
      <div className={styles.value}>{children}</div>
    </div>
  );
}
