import { Check, CircleX, TriangleAlert, X } from 'lucide-react';
import type { FanOutReceipt } from '../../shared/fanOut.ts';
import type { Receipt } from '../../shared/plan.ts';
import { words, wordsOfProblem } from '../i18n/words.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { dismissReceipt, useReceipt } from './keptReceipts.ts';
import styles from './MadeNote.module.css';

/** What became of each branch when the fan-out was made in this tab: verified, or not, or not made and why. */
export function MadeNote({ run, fanOut }: { run: string; fanOut: string }) {
  const receipt = useReceipt(run, fanOut);
  if (receipt === null) return null;
  const failed = receipt.branches.filter(entry => entry.problem !== null);
  return (
    <div className={styles.note} role="status">
      <ul className={styles.lines}>
        <Made receipt={receipt} />
        {failed.map(({ name, problem }) => (
          <li key={name} className={styles.failed}>
            <CircleX className={styles.icon} aria-hidden />
            <PhraseText
              text={words('fanOut.notMadeRow', {
                branch: name,
                why: problem === null ? '' : wordsOfProblem(problem),
              })}
            />
          </li>
        ))}
      </ul>
      <IconButton label={words('fanOut.dismiss')} onClick={() => dismissReceipt(run, fanOut)}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

function Made({ receipt }: { receipt: FanOutReceipt }) {
  const made = receipt.branches.flatMap(({ name, receipt: own }) => (own ? [{ name, own }] : []));
  if (made.length === 0) return null;
  const doubtful = made.filter(({ own }) => !isVerified(own)).map(({ name }) => name);
  const Icon = doubtful.length === 0 ? Check : TriangleAlert;
  return (
    <li className={doubtful.length === 0 ? styles.verified : styles.doubtful}>
      <Icon className={styles.icon} aria-hidden />
      <PhraseText
        text={`${words('fanOut.made', { count: made.length })} · ${
          doubtful.length === 0
            ? words('fanOut.madeVerified')
            : words('fanOut.madeDoubtful', { branches: doubtful.join(', ') })
        }`}
      />
    </li>
  );
}

function isVerified({ messages, files, ledger }: Receipt): boolean {
  return messages.verified && ledger.verified && (files?.verified ?? true);
}
