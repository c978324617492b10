import { useState } from 'react';
import type { Question } from '../../shared/gate.ts';
import { CallInput } from '../content/CallInput.tsx';
import { LongText } from '../content/LongText.tsx';
import { words } from '../i18n/words.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import styles from './ExactInput.module.css';

/** The input of a call to the last character: as fields that read well, or as the JSON that it is. */
export function ExactInput({ question: { name, input, target, files } }: { question: Question }) {
  const [isJson, setJson] = useState(false);
  return (
    <div className={styles.exact}>
      <div className={styles.head}>
        <span>{words('gate.willRun')}</span>
        <TextButton aria-pressed={isJson} onClick={() => setJson(!isJson)}>
          {words(isJson ? 'gate.asFields' : 'gate.asJson')}
        </TextButton>
      </div>
      <div className={styles.call}>
        <div className={styles.name}>
          <SafeText text={name} />
        </div>
        {isJson ? (
          <div className={styles.json}>
            <LongText text={JSON.stringify(input, null, 2) ?? ''} />
          </div>
        ) : (
          <CallInput input={input} />
        )}
      </div>
      {target !== null && (
        <Fact name={words('gate.target')}>
          <SafeText text={target} />
        </Fact>
      )}
      {files.length > 0 && (
        <Fact name={words('gate.files')}>
          <SafeText text={files.map(file => file.path).join(', ')} />
        </Fact>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <p className={styles.fact}>
      <span className={styles.label}>{name}</span> {children}
    </p>
  );
}
