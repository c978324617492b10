import type { KeyboardEvent } from 'react';
import { words } from '../i18n/words.ts';
import styles from './ViewWindow.module.css';

interface ViewWindowProps {
  inView: { first: number; last: number };
  columnCount: number;
  pitch: number;
  onShow: (column: number) => void;
}

/** The frame around what the graph shows, moved with the arrow keys; the strip below it takes the pointer. */
export function ViewWindow({ inView, columnCount, pitch, onShow }: ViewWindowProps) {
  const first = Math.max(0, inView.first);
  const last = Math.min(columnCount, inView.last);
  const middle = (inView.first + inView.last) / 2 - 0.5;
  const press = (event: KeyboardEvent) => {
    const wanted = columnAfterKey(event.key, Math.round(middle), Math.max(1, Math.floor(last - first)));
    if (wanted === null) return;
    event.preventDefault();
    onShow(Math.min(columnCount - 1, Math.max(0, wanted)));
  };
  if (last <= first) return null;
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={words('strip.window')}
      aria-valuemin={0}
      aria-valuemax={columnCount - 1}
      aria-valuenow={Math.min(columnCount - 1, Math.max(0, Math.round(middle)))}
      aria-valuetext={words('strip.windowText', {
        first: String(Math.round(first)),
        last: String(Math.max(0, Math.ceil(last) - 1)),
      })}
      className={styles.window}
      style={{ transform: `translateX(${first * pitch}px)`, width: (last - first) * pitch }}
      onKeyDown={press}
    />
  );
}

/** The column that a key asks for, or null for other keys. */
function columnAfterKey(key: string, middle: number, page: number): number | null {
  const columns: Record<string, number> = {
    ArrowLeft: middle - 1,
    ArrowRight: middle + 1,
    PageUp: middle - page,
    PageDown: middle + page,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return Object.hasOwn(columns, key) ? (columns[key] ?? null) : null;
}
