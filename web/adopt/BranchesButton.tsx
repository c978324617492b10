import { GitBranch } from 'lucide-react';
import { words } from '../i18n/words.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { useSelection } from '../selection/useSelection.ts';
import { BarButton } from '../ui/BarButton.tsx';

/** Opens and closes the branches of the run. */
export function BranchesButton() {
  const { panel, select } = useSelection();
  const isOpen = panel === 'branches';
  const toggle = () => select({ panel: isOpen ? null : 'branches' });
  useCommands({ branches: toggle });
  return (
    <BarButton
      icon={<GitBranch size={13} aria-hidden />}
      label={words('adopt.open')}
      aria-pressed={isOpen}
      aria-keyshortcuts={ariaKeysOf('branches')}
      onClick={toggle}
    />
  );
}
