import { expect, test } from 'vitest';
import type { ImageBlock } from '../../shared/message.ts';
import { imageDiffs } from './imageDiffs.ts';

const image = (data: string, more: Partial<ImageBlock> = {}): ImageBlock => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data },
  ...more,
});

test('images that show the same differ in nothing, whatever mark one of them has', () => {
  expect(imageDiffs([image('one')], [image('one', { cache_control: { type: 'ephemeral' } })])).toEqual([]);
});

test('an image takes the place of the one that stood there', () => {
  const [left, right] = [image('two'), image('other')];
  expect(imageDiffs([image('one'), left], [image('one'), right])).toEqual([{ left, right }]);
});

test('what one side has more of stands alone', () => {
  const more = image('two');
  expect(imageDiffs([image('one'), more], [image('one')])).toEqual([{ left: more, right: null }]);
  expect(imageDiffs([], [more])).toEqual([{ left: null, right: more }]);
});

test('images elsewhere are told apart by where they are', () => {
  const elsewhere = (url: string): ImageBlock => ({ type: 'image', source: { type: 'url', url } });
  expect(imageDiffs([elsewhere('https://a/1')], [elsewhere('https://a/1')])).toEqual([]);
  expect(imageDiffs([elsewhere('https://a/1')], [elsewhere('https://a/2')])).toHaveLength(1);
});
