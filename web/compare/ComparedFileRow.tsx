import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ComparedFile, Comparison, FileOfSide } from '../../shared/compare/comparison.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { formatBytes } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { ColumnsRow } from './ColumnsRow.tsx';
import styles from './ComparedFileRow.module.css';
import { ComparedFileText } from './ComparedFileText.tsx';
import type { Pair } from './PairPicker.tsx';
import { sideName } from './sideName.ts';

interface ComparedFileRowProps {
  comparison: Comparison;
  file: ComparedFile;
  /** The sides whose texts are compared when the file is opened. */
  pair: Pair;
}

/** A path on every side: what became of it, which sides hold the same, and on request what differs in its text. */
export function ComparedFileRow({ comparison, file, pair }: ComparedFileRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { path, isSame, sides, changes } = file;
  const name = (
    <button
      type="button"
      className={styles.path}
      data-printed=""
      aria-expanded={isOpen}
      aria-label={words('compare.showFile', { path: visibleText(path) })}
      onClick={() => setOpen(!isOpen)}
    >
      <ChevronRight size={12} className={classNames(styles.chevron, isOpen && styles.open)} aria-hidden />
      <code>
        <SafeText text={path} />
      </code>
    </button>
  );
  return (
    <li className={classNames(styles.file, isSame && styles.same)}>
      <ColumnsRow label={name} className={styles.row}>
        {comparison.columns.map((column, index) => {
          const state = sides[index];
          const change = changes[index] ?? null;
          return (
            <span key={column.side} className={styles.side}>
              <span className={styles.owner}>{sideName(column)}: </span>
              {state && <SideWords file={state} change={change} twin={twinOf(comparison, sides, index)} />}
            </span>
          );
        })}
      </ColumnsRow>
      {isOpen && (
        <div className={styles.text}>
          <ComparedFileText comparison={comparison} file={file} pair={pair} />
        </div>
      )}
    </li>
  );
}

const changeWords = {
  created: 'compare.changeCreated',
  changed: 'compare.changeChanged',
  deleted: 'compare.changeDeleted',
  mode: 'compare.changeMode',
  kind: 'compare.changeKind',
} as const;

interface SideWordsProps {
  file: FileOfSide;
  change: ComparedFile['changes'][number];
  /** An earlier side that holds the same. */
  twin: string | null;
}

function SideWords({ file, change, twin }: SideWordsProps) {
  const did = change === null ? words('compare.changeNone') : words(changeWords[change]);
  return (
    <>
      <span className={classNames(change !== null && styles[change])}>
        {file.state === 'absent' && change === null ? words('compare.fileAbsent') : did}
      </span>
      <span className={styles.more}>
        {[sizeOf(file), twin === null ? null : words('compare.sameAs', { side: twin })]
          .filter(part => part !== null)
          .map(part => ` · ${part}`)}
      </span>
    </>
  );
}

function sizeOf(file: FileOfSide): string | null {
  switch (file.state) {
    case 'file':
      return formatBytes(file.sizeBytes);
    case 'link':
      return words('compare.linkTo', { target: visibleText(file.target) });
    case 'folder':
      return words('compare.folder');
    case 'unknown':
      return words('compare.fileUnknown');
    case 'absent':
      return null;
  }
}

/** The first side before this one that holds the same at the path, by name; null where none does. */
function twinOf({ columns }: Comparison, sides: readonly FileOfSide[], index: number): string | null {
  const own = sides[index];
  if (!own || !('group' in own)) return null;
  const twin = sides.findIndex(other => 'group' in other && other.group === own.group);
  const column = columns[twin];
  return twin < index && column ? sideName(column) : null;
}
