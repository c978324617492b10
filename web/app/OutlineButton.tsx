import { ListTree } from 'lucide-react';
import { words } from '../i18n/words.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { BarButton } from '../ui/BarButton.tsx';
import { useOutlineSwitch } from './useOutlineSwitch.ts';

/** Opens and closes the outline of the run. */
export function OutlineButton() {
  const { isOpen, toggle } = useOutlineSwitch();
  return (
    <BarButton
      icon={<ListTree size={13} aria-hidden />}
      label={words('outline.open')}
      aria-pressed={isOpen}
      aria-keyshortcuts={ariaKeysOf('outline')}
      onClick={toggle}
    />
  );
}
