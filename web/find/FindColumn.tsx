import type { SoughtPlace } from '../../shared/foundPlace.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import type { SidePanel } from '../selection/selection.ts';
import { Segments } from '../ui/Segments.tsx';
import { SideColumn } from '../ui/SideColumn.tsx';
import './found.css';
import { FindPanel } from './FindPanel.tsx';
import { LookHerePanel } from './LookHerePanel.tsx';

export interface FindColumnProps {
  run: string;
  graph: RunGraph;
  /** Changes when the run has grown. */
  version: string;
  panel: Extract<SidePanel, 'find' | 'lookHere'>;
  /** The scene that is looked at. */
  scene: SceneRow | null;
  onPanel: (panel: SidePanel | null) => void;
  /** `place` says which place of its texts is meant, where one is. */
  onScene: (scene: SceneRow, place?: SoughtPlace) => void;
}

/** The list beside the graph in which a turn is found: by its texts, by what it did, or by a rule. */
export function FindColumn(props: FindColumnProps) {
  const { panel, onPanel } = props;
  return (
    <SideColumn
      label={words('find.panel')}
      closeLabel={words('find.close')}
      onClose={() => onPanel(null)}
      head={
        <Segments
          label={words('find.tabs')}
          value={panel}
          onChange={onPanel}
          options={[
            { value: 'find', label: words('find.tabFind') },
            { value: 'lookHere', label: words('find.tabLookHere') },
          ]}
        />
      }
    >
      {panel === 'find' ? <FindPanel {...props} /> : <LookHerePanel {...props} />}
    </SideColumn>
  );
}
