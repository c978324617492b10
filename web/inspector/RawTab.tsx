import { useMemo } from 'react';
import type { SceneReply } from '../../shared/api.ts';
import { LongText } from '../content/LongText.tsx';
import { words } from '../i18n/words.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './RawTab.module.css';

/** The checkpoint as JSON, and where it lies. A long one is shown in steps. */
export function RawTab({ reply: { row, checkpoint } }: { reply: SceneReply }) {
  const json = useMemo(() => JSON.stringify(checkpoint, null, 2), [checkpoint]);
  return (
    <div className={styles.raw}>
      <div className={styles.head}>
        <dl className={styles.facts}>
          <dt>{words('inspector.rawFile')}</dt>
          <dd>
            <SafeText text={row.file} />
          </dd>
          {row.provenance && (
            <>
              <dt>{words('inspector.rawSource')}</dt>
              <dd>
                <SafeText text={`${row.provenance.file}:${row.provenance.line}`} />
              </dd>
            </>
          )}
          <dt>{words('inspector.rawId')}</dt>
          <dd>
            <SafeText text={row.id} />
          </dd>
        </dl>
        <CopyButton text={json} label={words('inspector.rawCopy')} />
      </div>
      <div className={styles.json}>
        <LongText text={json} open />
      </div>
    </div>
  );
}
