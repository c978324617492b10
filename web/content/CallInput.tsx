import { readableJson } from '../../shared/blockText.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './CallInput.module.css';
import { type InputPart, inputParts } from './callInput.ts';
import { LongText } from './LongText.tsx';
import { TextDiffView } from './TextDiffView.tsx';

/** What a call was asked to do: its command or path, its fields, its edits as old and new. */
export function CallInput({ input }: { input: unknown }) {
  const parts = inputParts(input);
  if (parts.length === 0) return null;
  return (
    <div className={styles.input}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an input never changes
        <PartView key={index} part={part} />
      ))}
    </div>
  );
}

function PartView({ part }: { part: InputPart }) {
  switch (part.kind) {
    case 'key':
      return (
        <div className={styles.key}>
          <LongText text={part.text} limit="short" />
        </div>
      );
    case 'field':
      return (
        <div className={styles.field}>
          <span className={styles.name}>
            <SafeText text={part.name} />
          </span>
          <SafeText text={part.text} />
        </div>
      );
    case 'edit':
      return <TextDiffView left={part.before} right={part.after} byLines />;
    case 'text':
      return <NamedText name={part.name} text={part.text} />;
    case 'json':
      return <NamedText name={part.name} text={readableJson(part.value)} />;
  }
}

function NamedText({ name, text }: { name: string | null; text: string }) {
  return (
    <div>
      {name !== null && (
        <div className={styles.name}>
          <SafeText text={name} />
        </div>
      )}
      <div className={styles.long}>
        <LongText text={text} limit="short" />
      </div>
    </div>
  );
}
