import { words } from '../i18n/words.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { Chip } from '../ui/Chip.tsx';
import { Segments } from '../ui/Segments.tsx';
import styles from './DiffTools.module.css';
import { useDiffPreferences } from './diffPreferences.ts';
import { useShownDiff } from './shownDiff.ts';

interface DiffToolsProps {
  canSplit: boolean;
  onSpace: () => void;
}

/** How the diff is looked at. */
export function DiffTools({ canSplit, onSpace }: DiffToolsProps) {
  const { isSplit, onlyChanges, ignoreSpace } = useShownDiff();
  const [, prefer] = useDiffPreferences();
  return (
    <div className={styles.tools}>
      {canSplit && (
        <Segments
          label={words('diff.layout')}
          value={isSplit ? 'side' : 'column'}
          onChange={layout => prefer({ layout })}
          options={[
            { value: 'column', label: words('diff.column'), title: words('diff.columnHint') },
            { value: 'side', label: words('diff.side'), title: words('diff.sideHint') },
          ]}
        />
      )}
      <Chip
        pressed={onlyChanges}
        title={words('diff.onlyChangesHint')}
        aria-keyshortcuts={ariaKeysOf('onlyChanges')}
        onClick={() => prefer({ onlyChanges: !onlyChanges })}
      >
        {words('diff.onlyChanges')}
      </Chip>
      <Chip
        pressed={ignoreSpace}
        title={words('diff.ignoreSpaceHint')}
        aria-keyshortcuts={ariaKeysOf('ignoreSpace')}
        onClick={onSpace}
      >
        {words('diff.ignoreSpace')}
      </Chip>
    </div>
  );
}
