import * as RadixTabs from '@radix-ui/react-tabs';
import { type CSSProperties, type ReactNode, useState } from 'react';
import type { Column, Comparison } from '../../shared/compare/comparison.ts';
import { MIN_SIDES } from '../../shared/compare/side.ts';
import { directionOf, language } from '../i18n/language.ts';
import { words } from '../i18n/words.ts';
import { type ColumnTab, columnTabs } from '../selection/selection.ts';
import { ColumnHead } from './ColumnHead.tsx';
import { ColumnsRow } from './ColumnsRow.tsx';
import styles from './ColumnsView.module.css';
import { EffectsTab } from './EffectsTab.tsx';
import { FilesTab } from './FilesTab.tsx';
import { type MessagesSlot, MessagesTab } from './MessagesTab.tsx';
import { Outcomes } from './Outcomes.tsx';
import { TurnsTab } from './TurnsTab.tsx';

interface ColumnsViewProps {
  comparison: Comparison;
  tab: ColumnTab;
  onTab: (tab: ColumnTab) => void;
  colourOf: (branch: string) => string | null;
  actionsOf: (column: Column) => ReactNode;
  onRemove: (side: string) => void;
  drawMessages: (slot: MessagesSlot) => ReactNode;
}

/**
 * The sides as columns, all in one scroll: their heads and the tabs stay in view above, their outcomes pass by. On a
 * narrow page the columns go on sideways.
 */
export function ColumnsView(props: ColumnsViewProps) {
  const { comparison, tab, onTab, colourOf, actionsOf, onRemove, drawMessages } = props;
  const { columns } = comparison;
  // In state, not in a ref: what is inside has its effects before a ref is set.
  const [scroll, setScroll] = useState<HTMLElement | null>(null);
  const [controls, setControls] = useState<HTMLElement | null>(null);
  const choose = (value: string) => {
    const chosen = columnTabs.find(entry => entry === value);
    if (chosen) onTab(chosen);
  };
  return (
    <div ref={setScroll} className={styles.scroll} style={{ '--count': columns.length } as CSSProperties}>
      <RadixTabs.Root className={styles.sheet} dir={directionOf(language)} value={tab} onValueChange={choose}>
        <ColumnsRow label="" className={styles.heads}>
          {columns.map(column => (
            <ColumnHead
              key={column.side}
              column={column}
              colour={column.run === comparison.run ? colourOf(column.branch) : null}
              actions={actionsOf(column)}
              onRemove={columns.length > MIN_SIDES ? () => onRemove(column.side) : null}
            />
          ))}
        </ColumnsRow>
        <Outcomes comparison={comparison} />
        <div className={styles.tabs}>
          <RadixTabs.List className={styles.list} aria-label={words('compare.tabs')}>
            {columnTabs.map(value => (
              <RadixTabs.Trigger key={value} className={styles.tab} value={value}>
                {labelOf(value, comparison)}
              </RadixTabs.Trigger>
            ))}
          </RadixTabs.List>
          <div ref={setControls} className={styles.controls} />
        </div>
        <RadixTabs.Content value="turns" className={styles.turns}>
          <TurnsTab comparison={comparison} colourOf={colourOf} scroll={scroll} controls={controls} />
        </RadixTabs.Content>
        <RadixTabs.Content value="messages" className={styles.wide}>
          <MessagesTab comparison={comparison} draw={drawMessages} />
        </RadixTabs.Content>
        <RadixTabs.Content value="files">
          <FilesTab comparison={comparison} />
        </RadixTabs.Content>
        <RadixTabs.Content value="effects">
          <EffectsTab comparison={comparison} />
        </RadixTabs.Content>
      </RadixTabs.Root>
    </div>
  );
}

function labelOf(tab: ColumnTab, { columns, files, filesLeftOut }: Comparison): string {
  if (tab === 'turns') return words('compare.tabTurns');
  if (tab === 'messages') return words('compare.tabMessages');
  if (tab === 'files') {
    return words('compare.tabFiles', { count: files.filter(file => !file.isSame).length + filesLeftOut });
  }
  const count = columns.reduce((sum, column) => sum + column.effects.length, 0);
  return words('compare.tabEffects', { count });
}
