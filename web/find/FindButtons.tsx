import { Search } from 'lucide-react';
import { words } from '../i18n/words.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { useSelection } from '../selection/useSelection.ts';
import { BarButton } from '../ui/BarButton.tsx';
import { Button } from '../ui/Button.tsx';
import { Mark } from '../ui/Mark.tsx';
import { useRemarked } from './useRemarked.ts';

interface FindButtonsProps {
  run: string;
  /** Changes when the run has grown. */
  version: string;
}

/** The ways into the list in which a turn is found; keys open it too. */
export function FindButtons({ run, version }: FindButtonsProps) {
  const { panel, select } = useSelection();
  const { count } = useRemarked(run, version);
  const toggle = (wanted: 'find' | 'lookHere') => select({ panel: panel === wanted ? null : wanted });
  useCommands({
    find: panel === 'find' ? null : () => select({ panel: 'find' }),
    lookHere: () => toggle('lookHere'),
  });
  const label = words('find.openRemarks', { count });
  return (
    <>
      {count > 0 && (
        <Button
          look="quiet"
          aria-label={label}
          title={label}
          aria-pressed={panel === 'lookHere'}
          onClick={() => toggle('lookHere')}
        >
          <Mark mark="remark" decorative />
          {count}
        </Button>
      )}
      <BarButton
        icon={<Search size={13} aria-hidden />}
        label={words('find.open')}
        aria-pressed={panel === 'find'}
        aria-keyshortcuts={ariaKeysOf('find')}
        onClick={() => toggle('find')}
      />
    </>
  );
}
