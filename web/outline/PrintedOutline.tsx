import type { CSSProperties } from 'react';
import type { RunGraph } from '../../shared/runGraph.ts';
import { laneLabelOf } from '../graph/laneLabel.ts';
import { words } from '../i18n/words.ts';
import { PhraseText } from '../ui/PhraseText.tsx';
import { TurnCells } from './OutlineLine.tsx';
import type { OutlineRow } from './outlineRows.ts';
import styles from './PrintedOutline.module.css';
import { useOutlineRows } from './useOutlineRows.ts';

interface PrintedOutlineProps {
  run: string;
  graph: RunGraph;
  /** The turn whose scene is printed behind it. */
  shown: string | null;
}

/** The outline as it goes onto paper: all its rows, with what is folded as on the screen. */
export function PrintedOutline({ run, graph, shown }: PrintedOutlineProps) {
  const { rows } = useOutlineRows(run, graph, shown);
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{words('outline.printed')}</caption>
      <thead>
        <tr>
          <th scope="col">{words('outline.turn')}</th>
          <th scope="col">{words('outline.words')}</th>
          <th scope="col">{words('outline.calls')}</th>
          <th scope="col">{words('outline.tokens')}</th>
          <th scope="col">{words('outline.marks')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr
            key={row.id}
            className={row.id === shown ? styles.shown : undefined}
            style={{ '--level': row.level } as CSSProperties}
          >
            <PrintedCells row={row} graph={graph} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PrintedCells({ row, graph }: { row: OutlineRow; graph: RunGraph }) {
  if (row.kind === 'turn') return <TurnCells node={row.node} graph={graph} />;
  const { name, about } = laneLabelOf(row.lane, graph);
  return (
    <td colSpan={5} className={styles.lane}>
      <PhraseText text={about === '' ? name : `${name} · ${about}`} />
    </td>
  );
}
