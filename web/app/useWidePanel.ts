import { useCallback, useRef } from 'react';
import { type PanelImperativeHandle, usePanelRef } from 'react-resizable-panels';

/** How much of the page a panel takes that wants more room; one that is wider already stays as it is. */
const WIDE_PERCENT = 66;

/**
 * Gives a panel more room as long as what stands in it wants that, and then the place back that it had, unless the person
 * has moved the border meanwhile.
 */
export function useWidePanel() {
  const panel = usePanelRef();
  const widened = useRef<{ from: number; to: number } | null>(null);
  const onWide = useCallback(
    (isWide: boolean) => {
      const handle = panel.current;
      if (handle === null) return;
      if (isWide && widened.current === null) widened.current = widen(handle);
      else if (!isWide && widened.current) {
        const { from, to } = widened.current;
        widened.current = null;
        if (Math.abs(handle.getSize().asPercentage - to) < 1) handle.resize(`${from}%`);
      }
    },
    [panel],
  );
  return { panel, onWide };
}

function widen(handle: PanelImperativeHandle): { from: number; to: number } | null {
  const from = handle.getSize().asPercentage;
  if (from >= WIDE_PERCENT) return null;
  handle.resize(`${WIDE_PERCENT}%`);
  return { from, to: handle.getSize().asPercentage };
}
