import { ArrowLeftRight } from 'lucide-react';
import type { Column } from '../../shared/compare/comparison.ts';
import { words } from '../i18n/words.ts';
import { InlineField, Select } from '../ui/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './PairPicker.module.css';
import { sideName } from './sideName.ts';

/** Two sides by their place among the columns. */
export interface Pair {
  left: number;
  right: number;
}

interface PairPickerProps {
  columns: readonly Column[];
  pair: Pair;
  onPair: (pair: Pair) => void;
}

/** Which two sides are held against each other. Of two sides only which comes first. */
export function PairPicker({ columns, pair, onPair }: PairPickerProps) {
  const { left, right } = pair;
  const choose = (of: keyof Pair) => (index: number) => {
    const other = of === 'left' ? right : left;
    // What is chosen twice changes places.
    const given = index === other ? pair[of] : other;
    onPair(of === 'left' ? { left: index, right: given } : { left: given, right: index });
  };
  return (
    <div className={styles.pair}>
      <SideSelect
        label={words('compare.pairLeft')}
        columns={columns}
        value={left}
        onChange={choose('left')}
      />
      <IconButton label={words('compare.pairSwap')} onClick={() => onPair({ left: right, right: left })}>
        <ArrowLeftRight aria-hidden />
      </IconButton>
      <SideSelect
        label={words('compare.pairRight')}
        columns={columns}
        value={right}
        onChange={choose('right')}
      />
    </div>
  );
}

interface SideSelectProps {
  label: string;
  columns: readonly Column[];
  value: number;
  onChange: (index: number) => void;
}

function SideSelect({ label, columns, value, onChange }: SideSelectProps) {
  return (
    <InlineField label={label}>
      <Select value={value} onChange={event => onChange(Number(event.currentTarget.value))}>
        {columns.map((column, index) => (
          <option key={column.side} value={index}>
            {sideName(column)}
          </option>
        ))}
      </Select>
    </InlineField>
  );
}

/** The pair as far as its sides are there; of a comparison that lost one, the first two. */
export function pairWithin({ left, right }: Pair, columns: readonly Column[]): Pair {
  const isThere = left !== right && left < columns.length && right < columns.length;
  return isThere ? { left, right } : { left: 0, right: 1 };
}
