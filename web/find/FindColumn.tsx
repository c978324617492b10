import { X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import type { SidePanel } from '../selection/selection.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Segments } from '../ui/Segments.tsx';
import styles from './FindColumn.module.css';
import { FindPanel } from './FindPanel.tsx';
import { LookHerePanel } from './LookHerePanel.tsx';
import type { FoundStep } from './useFoundText.ts';

export interface FindColumnProps {
  run: string;
  graph: RunGraph;
  /** Changes when the run has grown. */
  version: string;
  panel: Extract<SidePanel, 'find' | 'lookHere'>;
  /** The scene that is looked at. */
  scene: SceneRow | null;
  onPanel: (panel: SidePanel | null) => void;
  /** `step` says which of the turn's hits is meant, where one is. */
  onScene: (scene: SceneRow, step?: FoundStep) => void;
}

/** The list beside the graph in which a turn is found: by its texts, by what it did, or by a rule. */
export function FindColumn(props: FindColumnProps) {
  const { panel, onPanel } = props;
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onPanel(null);
  };
  return (
    <section className={styles.column} aria-label={words('find.panel')} onKeyDown={closeOnEscape}>
      <div className={styles.head}>
        <Segments
          label={words('find.tabs')}
          value={panel}
          onChange={onPanel}
          options={[
            { value: 'find', label: words('find.tabFind') },
            { value: 'lookHere', label: words('find.tabLookHere') },
          ]}
        />
        <IconButton label={words('find.close')} onClick={() => onPanel(null)}>
          <X aria-hidden />
        </IconButton>
      </div>
      {panel === 'find' ? <FindPanel {...props} /> : <LookHerePanel {...props} />}
    </section>
  );
}
