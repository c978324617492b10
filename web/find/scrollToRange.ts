/**
 * Brings a range to the middle of everything that scrolls around it. Not its element: a text of a hundred thousand
 * characters is one.
 */
export function scrollToRange(range: Range): void {
  const start = range.startContainer;
  for (let around = start.parentElement; around; around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around);
    if (scrolls(overflowY) && around.scrollHeight > around.clientHeight) {
      around.scrollTop += distance(range, around, 'top', 'height');
    }
    if (scrolls(overflowX) && around.scrollWidth > around.clientWidth && isBeside(range, around)) {
      around.scrollLeft += distance(range, around, 'left', 'width');
    }
  }
}

const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';

/** From the middle of an element to the middle of a range, in px. */
function distance(range: Range, around: Element, edge: 'top' | 'left', size: 'height' | 'width'): number {
  const place = range.getBoundingClientRect();
  const frame = around.getBoundingClientRect();
  return place[edge] + place[size] / 2 - frame[edge] - frame[size] / 2;
}

function isBeside(range: Range, around: Element): boolean {
  const place = range.getBoundingClientRect();
  const frame = around.getBoundingClientRect();
  return place.left < frame.left || place.right > frame.right;
}
