import type { ImageBlock } from '../../shared/message.ts';

/** Picture formats that every browser draws and that hold no script. SVG is none of them. */
const drawable = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const maxCharacters = 12_000_000;

/** How an image block can be shown: as a picture from its own bytes, or not, and why. Nothing is ever fetched. */
export type ShownImage =
  | { kind: 'picture'; url: string; mediaType: string; sizeBytes: number }
  | { kind: 'elsewhere'; url: string }
  | { kind: 'not-drawn'; mediaType: string; sizeBytes: number };

/** The picture in an image block, or what is known of it. */
export function shownImage({ source }: ImageBlock): ShownImage {
  if (typeof source.url === 'string') return { kind: 'elsewhere', url: source.url };
  const data = typeof source.data === 'string' ? source.data : '';
  const mediaType = String(source.media_type ?? '');
  const sizeBytes = Math.floor((data.replace(/=+$/, '').length * 3) / 4);
  const isDrawable =
    source.type === 'base64' &&
    drawable.includes(mediaType) &&
    data.length <= maxCharacters &&
    /^[A-Za-z0-9+/]+={0,2}$/.test(data);
  if (!isDrawable) return { kind: 'not-drawn', mediaType, sizeBytes };
  return { kind: 'picture', url: `data:${mediaType};base64,${data}`, mediaType, sizeBytes };
}
