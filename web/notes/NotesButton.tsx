import { NotebookPen } from 'lucide-react';
import { words } from '../i18n/words.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { useSelection } from '../selection/useSelection.ts';
import { BarButton } from '../ui/BarButton.tsx';

/** Opens and closes the notes of the run. */
export function NotesButton() {
  const { panel, select } = useSelection();
  const isOpen = panel === 'notes';
  const toggle = () => select({ panel: isOpen ? null : 'notes' });
  useCommands({ notes: toggle });
  return (
    <BarButton
      icon={<NotebookPen size={13} aria-hidden />}
      label={words('notes.open')}
      aria-pressed={isOpen}
      aria-keyshortcuts={ariaKeysOf('notes')}
      onClick={toggle}
    />
  );
}
