import type { RequestSettings } from '../../shared/checkpoint.ts';
import { LongText } from '../content/LongText.tsx';
import { words } from '../i18n/words.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './ToolList.module.css';

type Tools = NonNullable<RequestSettings['tools']>;

/** The tools that the model was told of; each opens to what was said of it. */
export function ToolList({ tools }: { tools: Tools }) {
  return (
    <div className={styles.tools}>
      <h4 className={styles.label}>{words('inspector.tools', { count: tools.length })}</h4>
      {tools.map((tool, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two tools of a broken request may have one name
        <details key={index} className={styles.tool}>
          <summary className={styles.name}>
            <SafeText text={tool.name} />
          </summary>
          <div className={styles.schema}>
            {typeof tool.description === 'string' && (
              <p className={styles.description}>
                <SafeText text={tool.description} />
              </p>
            )}
            <div className={styles.json}>
              <LongText text={JSON.stringify(tool.input_schema ?? tool, null, 2)} />
            </div>
          </div>
        </details>
      ))}
    </div>
  );
}
