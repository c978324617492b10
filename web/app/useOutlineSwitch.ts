import { useSelection } from '../selection/useSelection.ts';
import { useNarrow } from '../ui/useNarrow.ts';

/** Whether the outline is open, and how that changes. On a narrow page it stands in place of the graph, and is there first. */
export function useOutlineSwitch(): { isOpen: boolean; isInPlaceOfGraph: boolean; toggle: () => void } {
  const { panel, select } = useSelection();
  const isNarrow = useNarrow();
  const isOpen = panel === 'outline' || (isNarrow && panel === null);
  const closed = isNarrow ? 'graph' : null;
  return { isOpen, isInPlaceOfGraph: isNarrow, toggle: () => select({ panel: isOpen ? closed : 'outline' }) };
}
