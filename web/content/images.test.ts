import { describe, expect, test } from 'vitest';
import { shownImage } from './images.ts';

const image = (source: object) => shownImage({ type: 'image', source: { type: 'base64', ...source } });

describe('shownImage', () => {
  test('pictures are drawn from their own bytes', () => {
    expect(image({ media_type: 'image/png', data: 'AAAA' })).toEqual({
      kind: 'picture',
      url: 'data:image/png;base64,AAAA',
      mediaType: 'image/png',
      sizeBytes: 3,
    });
  });

  test('an address is shown, never fetched', () => {
    expect(image({ type: 'url', url: 'http://attacker.test/x.png' })).toEqual({
      kind: 'elsewhere',
      url: 'http://attacker.test/x.png',
    });
  });

  test('formats that can hold script, broken data and unknown sources are not drawn', () => {
    expect(image({ media_type: 'image/svg+xml', data: 'AAAA' }).kind).toBe('not-drawn');
    expect(image({ media_type: 'image/png', data: 'no base64!' }).kind).toBe('not-drawn');
    expect(image({ media_type: 'image/png' }).kind).toBe('not-drawn');
    expect(image({ type: 'file', file_id: 'f1' }).kind).toBe('not-drawn');
  });
});
