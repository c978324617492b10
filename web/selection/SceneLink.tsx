import type { ComponentProps, MouseEvent } from 'react';
import { nothing, urlOfSelection } from './selection.ts';
import { openRun, useSelection } from './useSelection.ts';

interface SceneLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  run: string;
  /** Address of a scene of that run. */
  address: string;
}

/** A link to a scene on the graph of its run: a plain click stays in the page, any other opens a tab as the browser does. */
export function SceneLink({ run, address, ...rest }: SceneLinkProps) {
  const { run: here, select } = useSelection();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (run === here) select({ scene: address, diff: null });
    else openRun(run, { scene: address });
  };
  return <a href={urlOfSelection({ ...nothing, run, scene: address })} onClick={follow} {...rest} />;
}
