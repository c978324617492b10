import { useState } from 'react';
import type { Comparison } from '../../shared/compare/comparison.ts';
import { words } from '../i18n/words.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ComparedFileRow } from './ComparedFileRow.tsx';
import styles from './FilesTab.module.css';
import { PairPicker, pairWithin } from './PairPicker.tsx';
import { sideName } from './sideName.ts';

/** As many files as are shown at first. */
const SHOWN = 200;

/** The final files of all sides: which sides agree on each, and what differs in its text. */
export function FilesTab({ comparison }: { comparison: Comparison }) {
  const { files, filesLeftOut, columns } = comparison;
  const [chosen, setPair] = useState({ left: 0, right: 1 });
  const [isWhole, setWhole] = useState(false);
  const pair = pairWithin(chosen, columns);
  const unknown = columns.filter(column => column.files.state === 'unknown');
  const shown = isWhole ? files : files.slice(0, SHOWN);
  return (
    <div className={styles.files}>
      {columns.length > 2 && files.length > 0 && (
        <div className={styles.bar}>
          <PairPicker columns={columns} pair={pair} onPair={setPair} />
        </div>
      )}
      {unknown.map(column => (
        <p key={column.side} className={styles.note}>
          {words('compare.filesUnknownOn', { side: sideName(column) })}
        </p>
      ))}
      {files.length === 0 ? (
        <EmptyState title={words(unknown.length > 0 ? 'compare.filesNotKnown' : 'compare.filesAllSame')} />
      ) : (
        <ul className={styles.list} aria-label={words('compare.filesList')}>
          {shown.map(file => (
            <ComparedFileRow key={file.path} comparison={comparison} file={file} pair={pair} />
          ))}
        </ul>
      )}
      {shown.length < files.length && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {words('compare.moreFiles', { count: files.length - shown.length })}
        </button>
      )}
      {filesLeftOut > 0 && (
        <p className={styles.note}>{words('compare.filesLeftOut', { count: filesLeftOut })}</p>
      )}
    </div>
  );
}
