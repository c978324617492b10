import type { ImageBlock } from '../../shared/message.ts';

/** An image in its place among others; null on a side that has fewer of them. */
export interface ImageDiff {
  left: ImageBlock | null;
  right: ImageBlock | null;
}

/** What differs between the images of two results: the first stands for the first, the second for the second. */
export function imageDiffs(lefts: readonly ImageBlock[], rights: readonly ImageBlock[]): ImageDiff[] {
  return Array.from({ length: Math.max(lefts.length, rights.length) }, (_, index) => ({
    left: lefts[index] ?? null,
    right: rights[index] ?? null,
  })).filter(({ left, right }) => left === null || right === null || !isSameImage(left, right));
}

/** By what they show. Megabytes are compared as they are: quicker than any digest of them. */
function isSameImage({ source: one }: ImageBlock, { source: other }: ImageBlock): boolean {
  return one.data === other.data && one.url === other.url && one.media_type === other.media_type;
}
