import { useMemo } from 'react';
import type { DiffReply } from '../api/queries.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { useSelection } from '../selection/useSelection.ts';
import styles from './DiffBody.module.css';
import { DiffEntries } from './DiffEntries.tsx';
import { DiffSummary } from './DiffSummary.tsx';
import { DiffTools } from './DiffTools.tsx';
import { useDiffPreferences } from './diffPreferences.ts';
import { changeSteps, diffRows } from './diffRows.ts';
import type { SideTurns } from './messageTurns.ts';
import { NothingDiffers } from './NothingDiffers.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { type ShownDiff, ShownDiffProvider } from './shownDiff.ts';
import { useAskedMessages } from './useAskedMessages.ts';
import { useChangeSteps } from './useChangeSteps.ts';

interface DiffBodyProps {
  reply: DiffReply;
  turns: SideTurns;
  isSplit: boolean;
  /** Whether the page is wide enough for two columns, however wide they are now. */
  canSplit: boolean;
}

/** A diff that is there: in numbers, then the settings, then the messages. */
export function DiffBody({ reply, turns, isSplit, canSplit }: DiffBodyProps) {
  const { entries } = reply.diff;
  const [{ onlyChanges }, prefer] = useDiffPreferences();
  const { space, select } = useSelection();
  const rows = useMemo(() => diffRows(entries, isSplit), [entries, isSplit]);
  const steps = useChangeSteps(
    useMemo(() => changeSteps(rows), [rows]),
    entries,
    isSplit,
  );
  const asked = useAskedMessages();
  const toggleSpace = () => select({ space: space === 'ignore' ? null : 'ignore' }, { replace: true });
  useCommands({
    diffLayout: canSplit ? () => prefer({ layout: isSplit ? 'column' : 'side' }) : null,
    onlyChanges: () => prefer({ onlyChanges: !onlyChanges }),
    ignoreSpace: toggleSpace,
  });
  const shown: ShownDiff = {
    reply,
    turns,
    steps,
    asked,
    isSplit,
    onlyChanges,
    ignoreSpace: space === 'ignore',
  };
  return (
    <ShownDiffProvider value={shown}>
      <DiffSummary reply={reply} />
      <DiffTools canSplit={canSplit} onSpace={toggleSpace} />
      <div className={styles.entries}>
        <NothingDiffers reply={reply} onCompareSpace={toggleSpace} />
        <SettingsSection settings={reply.settings} />
        <DiffEntries rows={rows} />
      </div>
    </ShownDiffProvider>
  );
}
