import { useMemo, useState } from 'react';
import type { SceneReply } from '../../shared/api.ts';
import { type Loaded, type SceneFileReply, useSceneFile, useWholeScene } from '../api/queries.ts';
import { JsonTree } from '../content/JsonTree.tsx';
import { LongText } from '../content/LongText.tsx';
import { formatBytes } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { Segments } from '../ui/Segments.tsx';
import { FileOnDisk } from './FileOnDisk.tsx';
import { PastLeftOut } from './PastLeftOut.tsx';
import styles from './RawTab.module.css';

const forms = ['json', 'tree', 'disk'] as const;
const labels = {
  json: 'inspector.rawJson',
  tree: 'inspector.rawTree',
  disk: 'inspector.rawDisk',
} as const;

/**
 * The scene to its last field: as JSON, as a tree, and as its file lies on the disk. Of a large one the long parts of its
 * past come on request.
 */
export function RawTab({ run, reply: light }: { run: string; reply: SceneReply }) {
  const [wantsAll, setWantsAll] = useState(false);
  const whole = useWholeScene(run, light, wantsAll);
  const reply = whole.status === 'ready' ? whole.value : light;
  const { row, checkpoint } = reply;
  const [form, setForm] = useState<(typeof forms)[number]>('json');
  const json = useMemo(() => JSON.stringify(checkpoint, null, 2), [checkpoint]);
  const file = useSceneFile(run, row.id);
  return (
    <div className={styles.raw}>
      <RawFacts reply={reply} file={file} />
      {reply.leftOut !== undefined && (
        <PastLeftOut
          count={reply.leftOut}
          isFetching={wantsAll && whole.status === 'loading'}
          onFetch={() => setWantsAll(true)}
        />
      )}
      {wantsAll && whole.status === 'problem' && (
        <ProblemNote problem={whole.problem} onRetry={whole.retry} />
      )}
      <div className={styles.head}>
        <Segments
          label={words('inspector.rawForm')}
          value={form}
          onChange={setForm}
          options={forms.map(value => ({ value, label: words(labels[value]) }))}
        />
        <CopyButton text={json} label={words('inspector.rawCopy')} />
      </div>
      {form === 'disk' ? (
        <FileOnDisk file={file} />
      ) : (
        <div className={styles.json}>
          {form === 'json' ? <LongText text={json} open /> : <JsonTree value={checkpoint} openDepth={2} />}
        </div>
      )}
    </div>
  );
}

/** Where the scene lies and where it came from. */
function RawFacts({ reply: { row }, file }: { reply: SceneReply; file: Loaded<SceneFileReply> }) {
  const known = file.status === 'ready' ? file.value : null;
  return (
    <dl className={styles.facts}>
      <dt>{words('inspector.rawFile')}</dt>
      <dd>
        <SafeText text={known?.path ?? row.file} />
        {known && <CopyButton text={known.path} label={words('inspector.rawCopyPath')} />}
      </dd>
      {known && (
        <>
          <dt>{words('inspector.rawSize')}</dt>
          <dd>{formatBytes(known.sizeBytes)}</dd>
        </>
      )}
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
  );
}
