import * as Popover from '@radix-ui/react-popover';
import { Zap } from 'lucide-react';
import { useState } from 'react';
import { problemFromError } from '../../shared/errors.ts';
import { useArmCrash } from '../api/commands.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { BarButton } from '../ui/BarButton.tsx';
import { Button } from '../ui/Button.tsx';
import { InlineField, Select, TextInput } from '../ui/Field.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Segments } from '../ui/Segments.tsx';
import styles from './CrashMenu.module.css';

/** The labels of `CRASH_AFTER`, in the order of the loop. */
const places = [
  ['reply', 'commands.crashReply'],
  ['save-a', 'commands.crashSaveA'],
  ['intent-write', 'commands.crashIntent'],
  ['effect', 'commands.crashEffect'],
  ['effect-write', 'commands.crashEffectWrite'],
  ['save-b', 'commands.crashSaveB'],
  ['head-write', 'commands.crashHead'],
  ['capture', 'commands.crashCapture'],
  ['restore', 'commands.crashRestore'],
  ['fork', 'commands.crashFork'],
] as const satisfies [string, WordKey][];

/** Has a run of a scenario die where the person says, so that a class sees it die and come back. */
export function CrashMenu({ run }: { run: string }) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <BarButton icon={<Zap size={12} aria-hidden />} label={words('commands.crash')} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={styles.sheet} align="end" sideOffset={6} collisionPadding={8}>
          <CrashForm run={run} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function CrashForm({ run }: { run: string }) {
  const [place, setPlace] = useState('effect-write');
  const [side, setSide] = useState<'before' | 'after'>('before');
  const [count, setCount] = useState('1');
  const arm = useArmCrash(run);
  const n = Number(count);
  const isCount = Number.isInteger(n) && n >= 1 && n <= 10_000;
  return (
    <form
      className={styles.form}
      aria-labelledby="crash-title"
      onSubmit={event => {
        event.preventDefault();
        if (isCount) arm.mutate({ label: side === 'after' ? `after-${place}` : place, n });
      }}
    >
      <h3 id="crash-title" className={styles.title}>
        {words('commands.crashTitle')}
      </h3>
      <p className={styles.about}>{words('commands.crashAbout')}</p>
      <Segments
        label={words('commands.crashWhen')}
        value={side}
        onChange={setSide}
        options={[
          { value: 'before', label: words('commands.crashBefore') },
          { value: 'after', label: words('commands.crashAfter') },
        ]}
      />
      <Select
        aria-label={words('commands.crashAt')}
        value={place}
        onChange={event => setPlace(event.currentTarget.value)}
      >
        {places.map(([label, word]) => (
          <option key={label} value={label}>
            {`${words(word)} (${label})`}
          </option>
        ))}
      </Select>
      <InlineField label={words('commands.crashCount')}>
        <TextInput
          className={styles.count}
          type="number"
          min={1}
          max={10_000}
          value={count}
          onChange={event => setCount(event.currentTarget.value)}
        />
      </InlineField>
      {arm.isError && <ProblemNote problem={problemFromError(arm.error)} />}
      <div className={styles.end}>
        <Button type="submit" look="primary" disabled={!isCount || arm.isPending}>
          {words('commands.crashArm')}
        </Button>
        {arm.isSuccess && (
          <span role="status" className={styles.armed}>
            {words('commands.crashArmed')}
          </span>
        )}
      </div>
    </form>
  );
}
