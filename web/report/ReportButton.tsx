import * as Popover from '@radix-ui/react-popover';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import type { QueryOf } from '../../shared/api.ts';
import { problemFromError } from '../../shared/errors.ts';
import type { ReportFormat, ReportPart, ReportReply } from '../../shared/report/reportRequest.ts';
import { useMakeReport } from '../api/reports.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { BarButton } from '../ui/BarButton.tsx';
import { Button } from '../ui/Button.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Segments } from '../ui/Segments.tsx';
import { saveAsFile } from '../ui/saveAsFile.ts';
import styles from './ReportButton.module.css';

/** What is reported: the sides of a comparison, or the two scenes of a diff. */
export type Reported = Pick<QueryOf<'report'>, 'sides' | 'left' | 'right'>;

interface ReportButtonProps {
  run: string;
  reported: Reported;
  /** What can be chosen, all of it at first. */
  parts: readonly ReportPart[];
}

/** Gives a comparison or a diff away as one file. */
export function ReportButton({ run, reported, parts }: ReportButtonProps) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <BarButton icon={<FileDown size={12} aria-hidden />} label={words('report.open')} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={styles.sheet} align="end" sideOffset={6} collisionPadding={8}>
          <ReportForm run={run} reported={reported} parts={parts} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const partWords = {
  outcome: 'report.outcome',
  turns: 'report.turns',
  messages: 'report.messages',
  settings: 'report.settings',
  files: 'report.files',
  effects: 'report.effects',
} as const satisfies Record<ReportPart, WordKey>;

function ReportForm({ run, reported, parts }: ReportButtonProps) {
  const [chosen, setChosen] = useState<readonly ReportPart[]>(parts);
  const [format, setFormat] = useState<ReportFormat>('html');
  const make = useMakeReport(run);
  const toggle = (part: ReportPart) =>
    setChosen(parts.filter(other => chosen.includes(other) !== (other === part)));
  const save = () =>
    make.mutate(
      { ...reported, format, parts: chosen.join(',') },
      { onSuccess: report => saveAsFile(report) },
    );
  return (
    <form
      className={styles.form}
      aria-labelledby="report-title"
      onSubmit={event => {
        event.preventDefault();
        save();
      }}
    >
      <h3 id="report-title" className={styles.title}>
        {words('report.title')}
      </h3>
      <p className={styles.about}>{words('report.about')}</p>
      <fieldset className={styles.parts}>
        <legend className={styles.legend}>{words('report.parts')}</legend>
        {parts.map(part => (
          <label key={part} className={styles.part}>
            <input type="checkbox" checked={chosen.includes(part)} onChange={() => toggle(part)} />
            {words(partWords[part])}
          </label>
        ))}
      </fieldset>
      <Segments
        label={words('report.format')}
        value={format}
        onChange={setFormat}
        options={[
          { value: 'html', label: words('report.html') },
          { value: 'markdown', label: words('report.markdown') },
        ]}
      />
      {make.isError && <ProblemNote problem={problemFromError(make.error)} />}
      <div className={styles.end}>
        <Button type="submit" look="primary" disabled={chosen.length === 0 || make.isPending}>
          {words('report.save')}
        </Button>
        {make.data && <Saved report={make.data} />}
      </div>
    </form>
  );
}

function Saved({ report: { fileName, masked } }: { report: ReportReply }) {
  const count = masked.reduce((sum, entry) => sum + entry.count, 0);
  return (
    <span role="status" className={styles.saved}>
      {words('report.saved', { file: fileName })}{' '}
      {count === 0 ? words('report.nothingMasked') : words('report.masked', { count })}
    </span>
  );
}
