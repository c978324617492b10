import { describe, expect, test } from 'vitest';
import { shownImage, urlOfPicture } from './images.ts';

const image = (source: object) => shownImage({ type: 'image', source: { type: 'base64', ...source } });
const pngOf = (width: number, height: number) => {
  const bytes = [width, height].flatMap(side => [24, 16, 8, 0].map(shift => (side >> shift) & 255));
  return btoa(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR${String.fromCharCode(...bytes)}\x08\x06\0\0\0`);
};

describe('shownImage', () => {
  test('pictures are drawn from their own bytes', () => {
    const shown = image({ media_type: 'image/png', data: 'AAAA' });
    expect(shown).toEqual({
      ...{ kind: 'picture', mediaType: 'image/png', sizeBytes: 3, size: null, data: 'AAAA' },
    });
    expect(shown.kind === 'picture' && urlOfPicture(shown)).toBe('data:image/png;base64,AAAA');
    expect(image({ media_type: 'image/png', data: 'AAA=' })).toMatchObject({ sizeBytes: 2 });
  });

  test('an address is shown, never fetched', () => {
    expect(image({ type: 'url', url: 'http://attacker.test/x.png' })).toEqual({
      kind: 'elsewhere',
      url: 'http://attacker.test/x.png',
    });
  });

  test('formats that can hold script, broken data and unknown sources are not drawn', () => {
    expect(image({ media_type: 'image/svg+xml', data: 'AAAA' }).kind).toBe('not-drawn');
    expect(urlOfPicture({ mediaType: 'image/png', data: 'no base64!' })).toBeNull();
    expect(image({ media_type: 'image/png' }).kind).toBe('not-drawn');
    expect(image({ type: 'file', file_id: 'f1' }).kind).toBe('not-drawn');
  });

  test('a few bytes that unfold into too many pixels are not drawn, nor are too many bytes', () => {
    const wide = image({ media_type: 'image/png', data: pngOf(60_000, 60_000) });
    expect(wide).toMatchObject({ kind: 'not-drawn', size: { width: 60_000, height: 60_000 } });
    expect(image({ media_type: 'image/png', data: pngOf(4_000, 3_000) })).toMatchObject({
      kind: 'picture',
      size: { width: 4_000, height: 3_000 },
    });
    expect(image({ media_type: 'image/png', data: 'A'.repeat(12_000_004) }).kind).toBe('not-drawn');
  });
});
