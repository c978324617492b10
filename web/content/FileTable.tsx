import { File, Folder, FolderSymlink } from 'lucide-react';
import { words } from '../i18n/words.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './FileTable.module.css';
import type { FileEntry, FileListing } from './fileListing.ts';
import { MoreRows } from './MoreRows.tsx';
import { useSteps } from './useSteps.ts';

/** Rows that are shown before anybody asks for more. */
export const rowsPerStep = 40;

/** A listing as a table: names, and sizes and dates where it has them. */
export function FileTable({ listing: { entries, notes } }: { listing: FileListing }) {
  const rows = useSteps(entries.length, rowsPerStep);
  const hasSizes = entries.some(entry => entry.size !== null);
  const hasDates = entries.some(entry => entry.changed !== null);
  return (
    <>
      <table className={styles.table}>
        <thead className={styles.head}>
          <tr>
            <th scope="col">{words('content.fileName')}</th>
            {hasSizes && <th scope="col">{words('content.fileSize')}</th>}
            {hasDates && <th scope="col">{words('content.fileChanged')}</th>}
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, rows.shown).map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of one listing have no other identity
            <tr key={index}>
              <td className={styles.name}>
                <NameView entry={entry} />
              </td>
              {hasSizes && <td className={styles.fact}>{entry.size && <SafeText text={entry.size} />}</td>}
              {hasDates && (
                <td className={styles.fact}>{entry.changed && <SafeText text={entry.changed} />}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <MoreRows rows={rows} className={styles.more} />
      {notes.map(note => (
        <p key={note} className={styles.note}>
          <SafeText text={note} />
        </p>
      ))}
    </>
  );
}

const icons = { file: File, folder: Folder, link: FolderSymlink };

function NameView({ entry: { kind, name, target } }: { entry: FileEntry }) {
  const Icon = icons[kind];
  return (
    <>
      <Icon className={styles.icon} role="img" aria-label={words(`content.${kind}`)} />{' '}
      <SafeText text={name} />
      {target !== null && (
        <span className={styles.target}>
          {' → '}
          <SafeText text={target} />
        </span>
      )}
    </>
  );
}

/** `3 folders, 9 files`: what a listing holds, in a few words. */
export function wordsOfListing({ entries }: FileListing): string {
  const folders = entries.filter(entry => entry.kind === 'folder').length;
  const parts = [
    folders === 0 ? null : words('content.folderCount', { count: folders }),
    folders === entries.length ? null : words('content.fileCount', { count: entries.length - folders }),
  ];
  return parts.filter(part => part !== null).join(', ');
}
