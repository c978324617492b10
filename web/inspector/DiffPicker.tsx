import { useMemo, useState } from 'react';
import { formatAddress } from '../../shared/address.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';
import { ChoiceList, ChoicePopover } from '../ui/ChoicePopover.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './DiffPicker.module.css';
import { diffOptions } from './diffOptions.ts';

interface DiffPickerProps {
  graph: RunGraph;
  scene: SceneRow;
}

/** Chooses the other side of a diff: a usual one, or any scene by its address. */
export function DiffPicker({ graph, scene }: DiffPickerProps) {
  const { pin } = useSelection();
  const trigger = (
    <Button disabled={scene.problem !== null || (graph.scenes.size < 2 && pin === null)}>
      {words('inspector.diff')}
    </Button>
  );
  return (
    <ChoicePopover trigger={trigger}>
      {close => <SceneList graph={graph} scene={scene} onDone={close} />}
    </ChoicePopover>
  );
}

function SceneList({ graph, scene, onDone }: DiffPickerProps & { onDone: () => void }) {
  const { pin, select } = useSelection();
  const [search, setSearch] = useState('');
  const own = formatAddress(addressOf(graph, scene));
  const { options, left } = useMemo(
    () => diffOptions(graph, scene, search, pin),
    [graph, scene, search, pin],
  );
  return (
    <ChoiceList
      label={words('inspector.diffWith', { address: own })}
      placeholder={words('inspector.diffSearch')}
      options={options}
      keyOf={({ why, address }) => `${why ?? ''} ${address}`}
      search={search}
      onSearch={setSearch}
      onChoose={({ address }) => {
        select({ scene: own, diff: address });
        onDone();
      }}
      drawn={option => (
        <span className={styles.option}>
          <span className={styles.why}>{option.why}</span>
          <span className={styles.address}>
            <SafeText text={option.address} />
          </span>
          <span className={styles.words}>
            <SafeText text={option.words} />
          </span>
        </span>
      )}
    >
      {left > 0
        ? words('inspector.diffMore', { count: left })
        : options.length === 0 && words('inspector.diffNothing')}
    </ChoiceList>
  );
}
