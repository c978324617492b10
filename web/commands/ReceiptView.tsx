import { Check, TriangleAlert, X } from 'lucide-react';
import type { RunReceipt } from '../../shared/api.ts';
import type { RestoreReport } from '../../shared/capture.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { placeOf } from './planWords.ts';
import styles from './ReceiptView.module.css';

interface ReceiptViewProps {
  receipt: RunReceipt;
  graph: RunGraph;
  onDismiss: () => void;
}

const titles = {
  rewind: 'commands.receiptRewind',
  undo: 'commands.receiptUndo',
  fork: 'commands.receiptFork',
} as const;

/** What a rewind, an undo or a fork did, each part verified or not. */
export function ReceiptView({ receipt, graph, onDismiss }: ReceiptViewProps) {
  const { action, branch, head, messages, ledger, files, started } = receipt;
  const scene = graph.scenes.get(head);
  const place = scene ? placeOf(scene, branch) : head;
  const isVerified = messages.verified && ledger.verified && (files?.verified ?? true);
  return (
    <section className={classNames(styles.receipt, !isVerified && styles.unsure)} role="status">
      <div className={styles.head}>
        <h3 className={styles.title}>
          <PhraseText text={words(titles[action], { branch, place })} />
          {started && <span className={styles.started}> {words('commands.receiptStarted')}</span>}
        </h3>
        <IconButton label={words('commands.dismiss')} onClick={onDismiss}>
          <X aria-hidden />
        </IconButton>
      </div>
      <ul className={styles.parts}>
        <Part verified={messages.verified}>
          {words('commands.receiptMessages', { count: messages.count })}
        </Part>
        {files === null ? (
          <li className={styles.part}>{words('commands.receiptNoFiles')}</li>
        ) : (
          <Part verified={files.verified}>
            {action === 'fork' ? words('commands.receiptCopied') : filesText(files)}
          </Part>
        )}
        <Part verified={ledger.verified}>{words('commands.receiptLedger', { count: ledger.rows })}</Part>
      </ul>
      {files !== null && files.entries.length > 0 && <FileReport files={files} />}
    </section>
  );
}

function Part({ verified, children }: { verified: boolean; children: string }) {
  const Icon = verified ? Check : TriangleAlert;
  return (
    <li className={styles.part}>
      <Icon className={classNames(styles.icon, verified ? styles.verified : styles.doubtful)} aria-hidden />
      <span>
        {children}{' '}
        <span className={styles.word}>{words(verified ? 'commands.verified' : 'commands.notVerified')}</span>
      </span>
    </li>
  );
}

type Result = RestoreReport['entries'][number]['result'];

function filesText({ entries }: RestoreReport): string {
  const count = (...results: Result[]) => entries.filter(entry => results.includes(entry.result)).length;
  const conflicts = count('left-conflict');
  const failed = count('failed');
  return [
    words('commands.receiptFiles', { count: count('written', 'deleted', 'mode-set') }),
    conflicts > 0 ? words('commands.receiptConflicts', { count: conflicts }) : null,
    failed > 0 ? words('commands.receiptFailed', { count: failed }) : null,
  ]
    .filter(part => part !== null)
    .join(', ');
}

const results = {
  written: 'commands.resultWritten',
  deleted: 'commands.resultDeleted',
  'mode-set': 'commands.resultModeSet',
  'left-conflict': 'commands.resultLeftConflict',
  failed: 'commands.resultFailed',
  same: 'commands.resultSame',
  'not-copied': 'commands.resultNotCopied',
} as const satisfies Record<Result, WordKey>;

function FileReport({ files }: { files: RestoreReport }) {
  return (
    <details className={styles.report}>
      <summary>{words('commands.showFiles')}</summary>
      <ul className={styles.files}>
        {files.entries.map(({ path, result, detail }) => (
          <li key={path}>
            <span className={styles.path}>
              <SafeText text={path} />
            </span>{' '}
            {result === 'failed'
              ? words('commands.resultFailed', { detail: detail ?? '' })
              : words(results[result])}
          </li>
        ))}
      </ul>
    </details>
  );
}
