import type { ImageBlock } from '../../shared/message.ts';
import { type ImageSize, imageSizeOf } from './imageSize.ts';

/** Picture formats that every browser draws and that hold no script. SVG is none of them. */
const drawable = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Larger ones are only named: their bytes, and the pixels that a few bytes can unfold into. */
const maxCharacters = 12_000_000;
const maxPixels = 50_000_000;

/** How an image block can be shown: as a picture from its own bytes, or not, and why. Nothing is ever fetched. */
export type ShownImage =
  | { kind: 'picture'; mediaType: string; sizeBytes: number; size: ImageSize | null; data: string }
  | { kind: 'elsewhere'; url: string }
  | { kind: 'not-drawn'; mediaType: string; sizeBytes: number; size: ImageSize | null };

/** What is known of the picture in an image block before it is drawn: of its bytes only the first are read. */
export function shownImage({ source }: ImageBlock): ShownImage {
  if (typeof source.url === 'string') return { kind: 'elsewhere', url: source.url };
  const data = typeof source.data === 'string' ? source.data : '';
  const mediaType = String(source.media_type ?? '');
  const sizeBytes =
    Math.floor((data.length * 3) / 4) - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0);
  const isOfAKind = source.type === 'base64' && drawable.includes(mediaType) && data !== '';
  const size = isOfAKind ? imageSizeOf(data) : null;
  const isSmallEnough = data.length <= maxCharacters && (size?.width ?? 0) * (size?.height ?? 0) <= maxPixels;
  if (!isOfAKind || !isSmallEnough) return { kind: 'not-drawn', mediaType, sizeBytes, size };
  return { kind: 'picture', mediaType, sizeBytes, size, data };
}

/** The picture as an address that holds it, or null where its bytes are none. Reads all of them: only when it is drawn. */
export function urlOfPicture({ mediaType, data }: { mediaType: string; data: string }): string | null {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(data) ? `data:${mediaType};base64,${data}` : null;
}
