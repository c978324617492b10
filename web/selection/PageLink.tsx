import type { ComponentProps, MouseEvent } from 'react';
import { openList, openRun, urlOfPage, useSelection } from './useSelection.ts';

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** The run it leads to; null leads to the list of runs. */
  run: string | null;
}

/** A link inside the page: a plain click stays in it, any other opens a tab as the browser does. */
export function PageLink({ run, ...rest }: PageLinkProps) {
  const selection = useSelection();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (run === null) openList();
    else openRun(run);
  };
  return <a href={urlOfPage(selection, run)} onClick={follow} {...rest} />;
}
