import { Network } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../i18n/words.ts';
import { SideColumn, SideTitle } from '../ui/SideColumn.tsx';
import { Outline, type OutlineProps } from './Outline.tsx';

interface OutlineColumnProps extends OutlineProps {
  /** It stands in place of the graph, as on a narrow page. */
  isInPlaceOfGraph: boolean;
  /** What else is to be said of what is listed. */
  sign?: ReactNode;
  onClose: () => void;
}

/** The outline as a list beside the graph, or in its place. */
export function OutlineColumn({ isInPlaceOfGraph, sign, onClose, ...outline }: OutlineColumnProps) {
  return (
    <SideColumn
      label={words('outline.title')}
      head={
        <>
          <SideTitle>{words('outline.title')}</SideTitle>
          {sign}
        </>
      }
      closeLabel={words(isInPlaceOfGraph ? 'outline.showGraph' : 'outline.close')}
      {...(isInPlaceOfGraph && { closeIcon: <Network aria-hidden /> })}
      isPassing={!isInPlaceOfGraph}
      onClose={onClose}
    >
      <Outline {...outline} />
    </SideColumn>
  );
}
