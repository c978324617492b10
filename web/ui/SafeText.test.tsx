import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { wordsOfProblem } from '../i18n/words.ts';
import { PhraseText } from './PhraseText.tsx';
import { SafeText } from './SafeText.tsx';

const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '');
const hebrew = 'שלום';

test('an isolate in a text of a run is seen, closed or not', () => {
  expect(textOf(renderToStaticMarkup(<SafeText text={'a\u2068b\u2069c'} />))).toBe('a[U+2068]b[U+2069]c');
  expect(textOf(renderToStaticMarkup(<SafeText text={`a\u2067${hebrew}`} />))).toBe(`a[U+2067]${hebrew}`);
});

test('a value that a phrase isolates stands in an element of its own, without a sign', () => {
  const phrase = wordsOfProblem({ code: 'no-such-run', params: { run: hebrew } });
  const markup = renderToStaticMarkup(<PhraseText text={phrase} />);
  expect(markup).toContain(`<bdi>${hebrew}</bdi>`);
  expect(textOf(markup)).not.toContain('U+');
});

test('an isolate in the value of a problem is seen', () => {
  const phrase = wordsOfProblem({ code: 'no-such-run', params: { run: `\u2068${hebrew}\u2069` } });
  expect(textOf(renderToStaticMarkup(<PhraseText text={phrase} />))).toContain(`[U+2068]${hebrew}[U+2069]`);
});
