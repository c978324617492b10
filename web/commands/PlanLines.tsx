import { type ReactNode, useId, useState } from 'react';
import type { RestoreEntry } from '../../shared/capture.ts';
import type { Plan } from '../../shared/plan.ts';
import type { EffectRow, SceneRow } from '../../shared/rows.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { FileChanges } from '../files/FileChanges.tsx';
import { type WordKey, words } from '../i18n/words.ts';
import type { Act } from '../selection/selection.ts';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { MessagesPreview } from './MessagesPreview.tsx';
import styles from './PlanLines.module.css';
import { filesText, gitText, keepText, placeOf, sendText, touchedEntries, turnsText } from './planWords.ts';

interface PlanLinesProps {
  plan: Plan;
  act: Act;
  scene: SceneRow;
}

/** What a rewind or a fork would do, line by line: what stays, what goes, what nobody can take back. */
export function PlanLines({ plan, act, scene }: PlanLinesProps) {
  const touched = touchedEntries(plan.files.entries);
  const git = gitText(plan);
  return (
    <dl className={styles.lines}>
      <Line name={words('commands.keep')} look="keep">
        {keepText(scene.turn, plan.cost.tokensSpent)}
      </Line>
      {act === 'rewind' && (
        <Line name={words('commands.leaveBehind')} look="leave">
          {plan.leftBehind.length === 0
            ? words('commands.leaveNothing')
            : words('commands.leaveBehindText', { turns: turnsText(plan.leftBehind) })}
        </Line>
      )}
      <Line
        name={words(act === 'fork' ? 'commands.copy' : 'commands.restore')}
        look="restore"
        more={
          touched.length > 0
            ? {
                show: words('commands.showFiles'),
                hide: words('commands.hideFiles'),
                content: () => <Entries entries={touched} />,
              }
            : null
        }
      >
        {filesText(plan, act, placeOf(scene, plan.branch))}
      </Line>
      {git !== null && (
        <Line name={words('commands.git')} look="leave">
          {git}
        </Line>
      )}
      <Line name={words('commands.notUndo')} look="effect">
        <StayingEffects effects={plan.effects} />
      </Line>
      <Line
        name={words('commands.send')}
        look="leave"
        more={{
          show: words('commands.showMessages'),
          hide: words('commands.hideMessages'),
          content: () => <MessagesPreview plan={plan} />,
        }}
      >
        {sendText(plan)}
      </Line>
    </dl>
  );
}

interface LineProps {
  name: string;
  look: 'keep' | 'leave' | 'restore' | 'effect';
  /** What stands behind the line, on request. */
  more?: { show: string; hide: string; content: () => ReactNode } | null;
  children: ReactNode;
}

function Line({ name, look, more = null, children }: LineProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <dt className={classNames(styles.name, styles[look])}>{name}</dt>
      <dd className={styles.text}>
        <div className={styles.words}>
          <div className={styles.value}>
            {typeof children === 'string' ? <PhraseText text={children} /> : children}
          </div>
          {more && (
            <button
              type="button"
              className={styles.more}
              aria-expanded={open}
              aria-controls={id}
              aria-label={open ? more.hide : more.show}
              onClick={() => setOpen(!open)}
            >
              {words(open ? 'commands.hide' : 'commands.show')}
            </button>
          )}
        </div>
      </dd>
      {open && more && (
        <dd id={id} className={styles.behind}>
          {more.content()}
        </dd>
      )}
    </>
  );
}

const actions = {
  write: 'commands.entryWrite',
  delete: 'commands.entryDelete',
  mode: 'commands.entryMode',
  conflict: 'commands.entryConflict',
  keep: 'commands.entryKeep',
} as const satisfies Record<RestoreEntry['action'], WordKey>;

function Entries({ entries }: { entries: readonly RestoreEntry[] }) {
  return (
    <FileChanges
      label={words('commands.restore')}
      entries={entries.map(entry => ({
        change: entry,
        note: words(entry.why === 'not-known-by-whom' ? 'commands.entryDoubtful' : actions[entry.action]),
        isAlarming: entry.action === 'conflict',
      }))}
    />
  );
}

const SHOWN_EFFECTS = 6;

/** Effects that stay in the world whatever becomes of the conversation: what surely left it first, the rest folded. */
export function StayingEffects({ effects }: { effects: readonly EffectRow[] }) {
  const [isWhole, setWhole] = useState(false);
  if (effects.length === 0) return words('commands.undoNothing');
  const sorted = effects.toSorted((x, y) => Number(isExternal(y)) - Number(isExternal(x)));
  const shown = isWhole ? sorted : sorted.slice(0, SHOWN_EFFECTS);
  const more = sorted.length - shown.length;
  return (
    <>
      <ul className={styles.effects}>
        {shown.map(effect => (
          <StayingEffect key={effect.id} effect={effect} />
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {words('commands.moreEffects', { count: more })}
        </button>
      )}
    </>
  );
}

const isExternal = (effect: EffectRow) => effect.toolClass === 'external';

function StayingEffect({ effect }: { effect: EffectRow }) {
  const { name, target, detail, turn } = effect;
  return (
    <li className={styles.effect}>
      {isExternal(effect) && <Mark mark="external" />}
      <span>
        <PhraseText
          text={words('commands.notUndoText', {
            tool: visibleText(name),
            target: visibleText(target ?? detail),
          })}
        />
        {turn !== null && (
          <span className={styles.turn}>
            {', '}
            {words('commands.effectTurn', { turn: String(turn) })}
          </span>
        )}
      </span>
    </li>
  );
}
