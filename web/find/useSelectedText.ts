import { type RefObject, useEffect, useState } from 'react';

const minLength = 3;
/** What is longer is asked about by its beginning. */
const maxLength = 1000;
const settleMs = 200;

/** The text that is selected inside an element, once it has stood for a moment; empty where none is. */
export function useSelectedText(within: RefObject<HTMLElement | null>): string {
  const [text, setText] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setText(selectedIn(within.current)), settleMs);
    };
    document.addEventListener('selectionchange', onChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', onChange);
    };
  }, [within]);
  return text;
}

function selectedIn(element: HTMLElement | null): string {
  const selection = document.getSelection();
  if (!element || !selection || selection.isCollapsed) return '';
  if (!element.contains(selection.anchorNode) || !element.contains(selection.focusNode)) return '';
  const text = selection.toString().trim();
  return text.length < minLength ? '' : text.slice(0, maxLength);
}
