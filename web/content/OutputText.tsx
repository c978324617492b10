import { useMemo, useState } from 'react';
import { foundPlace, placePattern, type SoughtPlace } from '../../shared/foundPlace.ts';
import type { ToolUseBlock } from '../../shared/message.ts';
import { words } from '../i18n/words.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { usePrinting } from '../ui/useSize.ts';
import { AnsiText } from './AnsiText.tsx';
import { FileTable, rowsPerStep, wordsOfListing } from './FileTable.tsx';
import { isHeldBy, JsonTree } from './JsonTree.tsx';
import { jsonInText } from './jsonText.ts';
import { LongText } from './LongText.tsx';
import { printedCharacters } from './longText.ts';
import { linesPerFile, MatchesView, wordsOfMatches } from './MatchesView.tsx';
import { NumberedText } from './NumberedText.tsx';
import styles from './OutputText.module.css';
import { formOfResult, type ResultForm } from './resultForm.ts';
import { useSought } from './sought.tsx';
import { UnifiedDiff } from './UnifiedDiff.tsx';

interface OutputTextProps {
  text: string;
  /** The call it answers, which tells what kind of text it is. */
  call: ToolUseBlock | null;
}

/** A text that a call gave: as a tree, a table or a diff where it is one, else with the colours of a terminal. */
export function OutputText({ text, call }: OutputTextProps) {
  const form = useMemo(() => formOfResult(text, call), [text, call]);
  const [isText, setText] = useState(form?.kind === 'json-unread');
  // As a text it ends where it is said to; a tree would go on for as many pages as it has leaves.
  const isTooMuchForPaper = usePrinting() && text.length > printedCharacters;
  useSought(
    place => (form !== null && mayHide(form, place) ? foundPlace(text, place) : null),
    () => setText(true),
  );
  if (form === null) return <PlainOutput text={text} />;
  return (
    <>
      <div className={styles.head}>
        <span>{wordsOfForm(form)}</span>
        <button
          type="button"
          className={styles.button}
          aria-pressed={isText}
          onClick={() => setText(!isText)}
        >
          {words('content.asText')}
        </button>
        <CopyButton text={text} label={words('content.copyAll')} />
      </div>
      {isText || isTooMuchForPaper ? <PlainOutput text={text} /> : <FormView form={form} text={text} />}
    </>
  );
}

/** Whether a form may leave out a place that is sought, or part it: as text it is seen as it was found. */
function mayHide(form: ResultForm, { hit }: SoughtPlace): boolean {
  switch (form.kind) {
    case 'json':
      return !isHeldBy(form.value, placePattern(hit.excerpt));
    case 'files':
      return form.listing.entries.length > rowsPerStep;
    case 'matches':
      return form.list.count > linesPerFile;
    default:
      return false;
  }
}

function PlainOutput({ text }: { text: string }) {
  return (
    <div className={styles.output}>
      <LongText text={text} draw={part => <AnsiText text={part} />} />
    </div>
  );
}

function FormView({ form, text }: { form: ResultForm; text: string }) {
  switch (form.kind) {
    case 'json':
      return <JsonTree value={form.value} />;
    case 'json-unread':
      return <UnreadJson text={text} />;
    case 'diff':
      return (
        <div className={styles.output}>
          <LongText text={text} draw={part => <UnifiedDiff text={part} />} />
        </div>
      );
    case 'numbered':
      return (
        <div className={styles.output}>
          <LongText text={text} draw={part => <NumberedText text={part} />} />
        </div>
      );
    case 'files':
      return <FileTable listing={form.listing} />;
    case 'matches':
      return <MatchesView list={form.list} />;
  }
}

function UnreadJson({ text }: { text: string }) {
  const value = useMemo(() => jsonInText(text), [text]);
  return value === null ? (
    <p className={styles.note}>{words('content.jsonNone')}</p>
  ) : (
    <JsonTree value={value} />
  );
}

function wordsOfForm(form: ResultForm): string {
  switch (form.kind) {
    case 'json':
    case 'json-unread':
      return words('content.json');
    case 'diff':
      return words('content.diff');
    case 'numbered':
      return words('content.lines', { count: form.lineCount });
    case 'files':
      return wordsOfListing(form.listing);
    case 'matches':
      return wordsOfMatches(form.list);
  }
}
