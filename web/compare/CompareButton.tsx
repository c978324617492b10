import { Columns2 } from 'lucide-react';
import { useMemo } from 'react';
import type { RunGraph } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { useSelection } from '../selection/useSelection.ts';
import { BarButton } from '../ui/BarButton.tsx';
import { defaultSides } from './defaultSides.ts';

interface CompareButtonProps {
  graph: RunGraph;
  /** The branch that is looked at. */
  branch: string | null;
}

/** The way from the graph to the comparison that lies nearest, and back. */
export function CompareButton({ graph, branch }: CompareButtonProps) {
  const { compare, select } = useSelection();
  const sides = useMemo(() => defaultSides(graph, branch), [graph, branch]);
  const isOpen = compare !== null;
  const toggle = isOpen
    ? () => select({ compare: null })
    : sides && (() => select({ compare: sides, view: null, columns: null, act: null, diff: null }));
  useCommands({ compare: toggle });
  return (
    <BarButton
      icon={<Columns2 size={13} aria-hidden />}
      label={words('compare.open')}
      title={
        sides === null
          ? words('compare.onlyOneLine')
          : words('compare.openHint', { sides: sides.map(visibleText).join(', ') })
      }
      disabled={toggle === null}
      aria-pressed={isOpen}
      aria-keyshortcuts={ariaKeysOf('compare')}
      onClick={toggle ?? undefined}
    />
  );
}
