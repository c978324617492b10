import type { ReactNode } from 'react';
import { useCommands } from '../keys/commandHandlers.ts';
import type { OutlineProps } from '../outline/Outline.tsx';
import { OutlineColumn } from '../outline/OutlineColumn.tsx';
import { useSelection } from '../selection/useSelection.ts';
import { useOutlineSwitch } from './useOutlineSwitch.ts';

/** Ties the outline to the page. @returns it while it is open, else null */
export function useOutlining(outline: Omit<OutlineProps, 'takesFocus'> & { sign?: ReactNode }): ReactNode {
  const { panel } = useSelection();
  const { isOpen, isInPlaceOfGraph, toggle } = useOutlineSwitch();
  useCommands({ outline: toggle });
  if (!isOpen) return null;
  return (
    <OutlineColumn
      {...outline}
      takesFocus={panel === 'outline'}
      isInPlaceOfGraph={isInPlaceOfGraph}
      onClose={toggle}
    />
  );
}
