/** What an element shows, as one text: what is drawn on lines of its own stands on lines of its own. */
export interface DrawnText {
  text: string;
  /** The nodes that the text is of, in order, each with where it begins. */
  pieces: readonly { node: Text; start: number }[];
}

/** The text of an element as it is drawn, up to a length. Changes nothing in it. */
export function drawnTextOf(element: Element, maxCharacters: number): DrawnText {
  const pieces: { node: Text; start: number }[] = [];
  let text = '';
  const endLine = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  const add = (parent: Node) => {
    for (const node of parent.childNodes) {
      if (text.length > maxCharacters) return;
      if (node instanceof Text) {
        pieces.push({ node, start: text.length });
        text += node.data;
      } else if (node instanceof HTMLElement) {
        const { display } = getComputedStyle(node);
        if (display === 'none') continue;
        const isLine = node instanceof HTMLBRElement || !isInLine(display);
        if (isLine) endLine();
        add(node);
        if (isLine) endLine();
      }
    }
  };
  add(element);
  return { text, pieces };
}

const isInLine = (display: string) => display.startsWith('inline') || display === 'contents';

/** A stretch of the text as a range of the page, or null where it holds nothing that is drawn. */
export function rangeOf({ pieces, text }: DrawnText, [start, end]: readonly [number, number]): Range | null {
  const first = pieceAt(pieces, start);
  const last = pieceAt(pieces, end - 1);
  if (!first || !last || start >= end || end > text.length) return null;
  const range = document.createRange();
  range.setStart(first.node, Math.min(start - first.start, first.node.length));
  range.setEnd(last.node, Math.min(end - last.start, last.node.length));
  return range;
}

/** The last piece that begins at a position or before it. */
function pieceAt(pieces: DrawnText['pieces'], at: number) {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.start ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return pieces[low - 1];
}
