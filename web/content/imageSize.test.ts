import { expect, test } from 'vitest';
import { imageSizeOf } from './imageSize.ts';

const base64 = (...parts: (string | number[])[]) =>
  btoa(parts.map(part => (typeof part === 'string' ? part : String.fromCharCode(...part))).join(''));

const png = base64('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 3, 32, 0, 0, 2, 88], [8, 6, 0, 0, 0]);
const gif = base64('GIF89a', [0x40, 1, 0xf0, 0], [0, 0, 0]);
const lossy = base64(
  'RIFF',
  [0, 0, 0, 0],
  'WEBPVP8 ',
  [0, 0, 0, 0, 1, 2, 3, 0x9d, 1, 0x2a],
  [0x40, 1, 0xf0, 0],
);
const lossless = base64(
  'RIFF',
  [0, 0, 0, 0],
  'WEBPVP8L',
  [0, 0, 0, 0, 0x2f],
  [0x3f, 1, 0x3c, 0],
  [0, 0, 0, 0, 0],
);
const extended = base64(
  'RIFF',
  [0, 0, 0, 0],
  'WEBPVP8X',
  [10, 0, 0, 0, 0, 0, 0, 0],
  [0x3f, 1, 0, 0xef, 0, 0],
);
const segment = (marker: number, length: number) => [0xff, marker, 0, length + 2, ...Array(length).fill(0)];
const jpeg = base64(
  [0xff, 0xd8, ...segment(0xe0, 14), ...segment(0xc4, 20), 0xff],
  [0xff, 0xc2, 0, 17, 8, 0, 240, 1, 64, 3, 0, 0, 0, 0, 0, 0],
);

test.each([
  ['PNG', png, { width: 800, height: 600 }],
  ['GIF', gif, { width: 320, height: 240 }],
  ['lossy WebP', lossy, { width: 320, height: 240 }],
  ['lossless WebP', lossless, { width: 320, height: 241 }],
  ['extended WebP', extended, { width: 320, height: 240 }],
  ['JPEG, behind other segments', jpeg, { width: 320, height: 240 }],
])('the first bytes of a %s say its size', (_, bytes, size) => {
  expect(imageSizeOf(bytes)).toEqual(size);
});

test.each(['', 'AAAA', png.slice(0, 16), 'no base64!', jpeg.slice(0, 40), base64('GIF89a')])(
  '%j says none',
  bytes => expect(imageSizeOf(bytes)).toBeNull(),
);
