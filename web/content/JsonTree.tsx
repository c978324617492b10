import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { placePattern } from '../../shared/foundPlace.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { usePrinting } from '../ui/useSize.ts';
import styles from './JsonTree.module.css';
import { LongText } from './LongText.tsx';
import { useSought } from './sought.tsx';

interface JsonTreeProps {
  value: unknown;
  /** Down to which depth it is open at first; without it, as far as fits a few lines. */
  openDepth?: number;
}

/** A JSON value as a tree that is opened step by step. Only what is open is in the page. */
export function JsonTree({ value, openDepth }: JsonTreeProps) {
  return (
    <div className={styles.tree}>
      <ValueView name={null} value={value} depth={openDepth ?? (entriesOf(value).length > 30 ? 0 : 1)} />
    </div>
  );
}

/** Entries that are shown before anybody asks for more. */
const shownAtOnce = 100;
const printedEntries = 400;

type Entry = [name: string, value: unknown];

function entriesOf(value: unknown): Entry[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

interface ValueViewProps {
  name: string | null;
  value: unknown;
  /** How many levels from here on are open at first. */
  depth: number;
}

function ValueView({ name, value, depth }: ValueViewProps) {
  const isBranch = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (isBranch) return <BranchView name={name} value={value} depth={depth} />;
  return (
    <div className={styles.leaf}>
      <NameView name={name} />
      <LeafView value={value} />
    </div>
  );
}

function BranchView({ name, value, depth }: ValueViewProps) {
  const [isUnfolded, setOpen] = useState(depth > 0);
  const isOpen = usePrinting() || isUnfolded;
  const entries = entriesOf(value);
  useSought(
    ({ hit }) => indexOfHolder(entries, placePattern(hit.excerpt)),
    () => setOpen(true),
  );
  return (
    <div>
      <button
        type="button"
        data-printed
        className={styles.head}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight className={classNames(styles.arrow, isOpen && styles.down)} aria-hidden />
        <NameView name={name} />
        <span className={styles.count}>
          {words(Array.isArray(value) ? 'content.jsonList' : 'content.jsonObject', { count: entries.length })}
        </span>
        {!isOpen && (
          <span className={styles.first}>
            <SafeText text={firstNames(value, entries)} />
          </span>
        )}
      </button>
      {isOpen && <EntriesView entries={entries} depth={depth - 1} />}
    </div>
  );
}

function EntriesView({ entries, depth }: { entries: readonly Entry[]; depth: number }) {
  const [unfolded, setShown] = useState(shownAtOnce);
  const isPrinting = usePrinting();
  const shown = isPrinting ? Math.max(unfolded, printedEntries) : unfolded;
  const left = entries.length - shown;
  useSought(
    ({ hit }) => indexOfHolder(entries, placePattern(hit.excerpt)),
    index => setShown(before => Math.max(before, index + 1)),
  );
  return (
    <div className={styles.entries}>
      {entries.slice(0, shown).map(([name, value]) => (
        <ValueView key={name} name={name} value={value} depth={depth} />
      ))}
      {left > 0 && (
        <button type="button" className={styles.more} onClick={() => setShown(shown + shownAtOnce)}>
          {words('content.showRows', { count: left })}
        </button>
      )}
      {left > 0 && isPrinting && <p>{words('content.rowsNotPrinted', { count: left })}</p>}
    </div>
  );
}

/** Index of the first entry that holds a text, in its name or anywhere below; null where none does. */
function indexOfHolder(entries: readonly Entry[], text: RegExp): number | null {
  const index = entries.findIndex(([name, value]) => text.test(name) || isHeldBy(value, text, name));
  return index < 0 ? null : index;
}

/** Whether a value, or one below it, holds a text in its words or its names, as a person reads them in the tree. */
export function isHeldBy(value: unknown, text: RegExp, name = ''): boolean {
  if (typeof value === 'object' && value !== null) return indexOfHolder(entriesOf(value), text) !== null;
  return text.test(String(value)) || (name !== '' && text.test(`${name}: ${String(value)}`));
}

function NameView({ name }: { name: string | null }) {
  return (
    name !== null && (
      <span className={styles.name}>
        <SafeText text={name} />
      </span>
    )
  );
}

function LeafView({ value }: { value: unknown }) {
  if (typeof value !== 'string') {
    return <span className={styles.plain}>{JSON.stringify(value)}</span>;
  }
  const isBlock = value.length > 120 || value.includes('\n');
  return (
    <span className={classNames(styles.string, isBlock && styles.block)}>
      {isBlock ? <LongText text={value} limit="short" /> : <SafeText text={JSON.stringify(value)} />}
    </span>
  );
}

/** What a folded object is about: its first keys, of a list nothing. */
function firstNames(value: unknown, entries: readonly Entry[]): string {
  if (Array.isArray(value)) return '';
  const names = entries.slice(0, 6).map(([name]) => (name.length > 40 ? `${name.slice(0, 40)}…` : name));
  return `${names.join(', ')}${entries.length > 6 ? ', …' : ''}`;
}
