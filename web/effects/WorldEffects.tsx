import { useMemo, useState } from 'react';
import { formatAddress } from '../../shared/address.ts';
import type { EffectRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { type EffectGroup, effectGroupsOf, isOfTheWorld, mayBeOfTheWorld } from './effectGroups.ts';
import styles from './WorldEffects.module.css';

interface WorldEffectsProps {
  state: RunState;
  graph: RunGraph;
}

/** The way to what the run has done to the world; the button counts it. */
export function WorldEffects({ state, graph }: WorldEffectsProps) {
  const [open, setOpen] = useState(false);
  const count = state.effects.filter(isOfTheWorld).length;
  if (state.run.kind === 'transcript') return null;
  const label = words('effects.buttonLabel', { count });
  return (
    <>
      <Button
        look="quiet"
        className={styles.button}
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <Mark mark="external" decorative />
        {count}
      </Button>
      {open && (
        <Sheet
          title={words('effects.title')}
          about={words('effects.about')}
          closeLabel={words('effects.close')}
          onClose={() => setOpen(false)}
        >
          <EffectList state={state} graph={graph} onLeave={() => setOpen(false)} />
        </Sheet>
      )}
    </>
  );
}

const ALL = '';

function EffectList({ state, graph, onLeave }: WorldEffectsProps & { onLeave: () => void }) {
  const [branch, setBranch] = useState(ALL);
  const { groups, commands } = useMemo(() => {
    const chosen = state.effects.filter(row => branch === ALL || row.branch === branch);
    return {
      groups: effectGroupsOf(chosen.filter(isOfTheWorld)),
      commands: effectGroupsOf(chosen.filter(mayBeOfTheWorld)),
    };
  }, [state.effects, branch]);
  return (
    <>
      {state.branches.length > 1 && (
        <label className={styles.filter}>
          <span>{words('effects.branch')}</span>
          <select value={branch} onChange={event => setBranch(event.currentTarget.value)}>
            <option value={ALL}>{words('effects.all')}</option>
            {state.branches.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {groups.length === 0 ? (
        <p className={styles.none}>
          {branch === ALL ? words('effects.none') : words('effects.noneOnBranch', { branch })}
        </p>
      ) : (
        <Groups groups={groups} graph={graph} onLeave={onLeave} />
      )}
      {commands.length > 0 && (
        <details className={styles.commands}>
          <summary>{words('effects.commands', { count: commands.length })}</summary>
          <Groups groups={commands} graph={graph} onLeave={onLeave} />
        </details>
      )}
    </>
  );
}

interface GroupsProps {
  groups: readonly EffectGroup[];
  graph: RunGraph;
  onLeave: () => void;
}

function Groups({ groups, ...rest }: GroupsProps) {
  return (
    <ul className={styles.groups}>
      {groups.map(group => (
        <GroupView key={group.key} group={group} {...rest} />
      ))}
    </ul>
  );
}

interface GroupViewProps {
  group: EffectGroup;
  graph: RunGraph;
  onLeave: () => void;
}

function GroupView({ group, graph, onLeave }: GroupViewProps) {
  const count = group.effects.length;
  return (
    <li className={styles.group}>
      <div className={styles.head}>
        <Mark mark="external" decorative />
        <span className={styles.name}>
          <SafeText text={group.name} />
        </span>
        {count > 1 && <span className={styles.times}>{words('effects.times', { count })}</span>}
      </div>
      <div className={styles.what}>
        <SafeText text={group.what} />
      </div>
      <ul className={classNames(styles.occurrences, count > 1 && styles.tied)}>
        {group.effects.map(effect => (
          <Occurrence key={effect.id} effect={effect} graph={graph} onLeave={onLeave} />
        ))}
      </ul>
    </li>
  );
}

function Occurrence({ effect, graph, onLeave }: { effect: EffectRow; graph: RunGraph; onLeave: () => void }) {
  const { select } = useSelection();
  const scene = graph.scenes.get(effect.scene ?? '');
  const node = graph.turns.get(graph.turnOfScene.get(effect.scene ?? '') ?? '');
  const place =
    effect.turn === null
      ? words('effects.placeNoTurn', { branch: effect.branch })
      : words('effects.place', { branch: effect.branch, turn: String(effect.turn) });
  const show = () => {
    if (!scene) return;
    select({ scene: formatAddress(addressOf(graph, node?.b ?? scene)), tab: 'effects', diff: null });
    onLeave();
  };
  return (
    <li className={styles.occurrence}>
      {scene ? (
        <button
          type="button"
          className={styles.place}
          onClick={show}
          aria-label={words('effects.show', { branch: effect.branch, turn: String(scene.turn) })}
        >
          {place}
        </button>
      ) : (
        <span>{place}</span>
      )}
      {node?.state === 'superseded' && <span className={styles.left}>{words('effects.leftBehind')}</span>}
      <span className={styles.at}>{effect.at !== null && <RelativeTime at={effect.at} />}</span>
    </li>
  );
}
