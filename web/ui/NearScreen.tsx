import { type ReactNode, useEffect, useRef, useState } from 'react';
import { observeNear } from './observeNear.ts';
import { usePrinting } from './useSize.ts';

interface NearScreenProps {
  /** Its height in pixels as long as nobody has seen it. */
  guessPx: number;
  /** Drawn wherever it is: somebody goes there. */
  isWanted?: boolean;
  className?: string | undefined;
  /** Made only while it is drawn. */
  children: () => ReactNode;
}

/**
 * Draws its content only near the screen, and on paper. Elsewhere an empty box stands for it, as high as it was, so that
 * a list of any length keeps the page small and the place that is looked at stays where it is. What holds the focus is
 * never taken away, and where a person has pressed something it stays: what they opened is open when they come back.
 */
export function NearScreen({ guessPx, isWanted = false, className, children }: NearScreenProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const [heightPx, setHeightPx] = useState(guessPx);
  const isPrinting = usePrinting();
  useEffect(() => {
    const element = box.current;
    return element === null
      ? undefined
      : observeNear(element, entry => {
          if (!entry.isIntersecting && element.contains(document.activeElement)) return;
          if (!entry.isIntersecting && entry.boundingClientRect.height > 0) {
            setHeightPx(entry.boundingClientRect.height);
          }
          setNear(entry.isIntersecting);
        });
  }, []);
  useEffect(() => {
    const element = box.current;
    const hold = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('button')) setHeld(true);
    };
    element?.addEventListener('click', hold);
    return () => element?.removeEventListener('click', hold);
  }, []);
  const isDrawn = isNear || isHeld || isWanted || isPrinting;
  return (
    <div ref={box} className={className} style={isDrawn ? undefined : { height: heightPx }}>
      {isDrawn && children()}
    </div>
  );
}
