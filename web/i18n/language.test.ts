import { expect, test } from 'vitest';
import { accented, rightToLeft } from '../../shared/pseudo.ts';
import { en } from './en.ts';
import { directionOf, languageFrom } from './language.ts';
import type { Phrase } from './template.ts';

const phrases = Object.values<Readonly<Record<string, Phrase>>>(en).flatMap(section =>
  Object.values(section),
);
const sentencesOf = (phrase: Phrase) => (typeof phrase === 'string' ? [phrase] : [phrase.one, phrase.other]);
const namesIn = (text: string) => text.match(/\{\w+\}/g) ?? [];
const lettersOf = (text: string) => text.replace(/\{\w+\}/g, '').match(/\p{L}/gu) ?? [];

test('words grow by two fifths and keep what stands in braces', () => {
  expect(accented('Turn {turn}, a reply')).toBe('Ţúŕñŕñ {turn}, áá ŕéþļýļý');
  expect(rightToLeft('ab {name}')).toBe('אבב {name}');
});

test('every phrase keeps its parameters, and none of its letters as it was', () => {
  for (const phrase of phrases) {
    for (const spell of [accented, rightToLeft]) {
      for (const sentence of sentencesOf(phrase)) {
        const said = spell(sentence);
        expect(namesIn(said)).toEqual(namesIn(sentence));
        const plain = lettersOf(sentence).filter(letter => /[A-Za-z]/.test(letter));
        expect(lettersOf(said).length).toBeGreaterThanOrEqual(plain.length * 1.4);
        expect(lettersOf(said).filter(letter => /[A-Za-z]/.test(letter))).toEqual([]);
      }
    }
  }
});

test('letters of the other alphabets are told apart', () => {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz';
  for (const spell of [accented, rightToLeft]) {
    const spelt = [...alphabet].map(letter => spell(letter));
    expect(new Set(spelt).size).toBe(26);
  }
});

test('the language is what the address asks for, else what was kept; what nobody knows is English', () => {
  expect(languageFrom('?lang=qps-rtl', 'qps')).toBe('qps-rtl');
  expect(languageFrom('', 'qps')).toBe('qps');
  expect(languageFrom('?lang=tlh', 'qps')).toBe('en');
  expect(languageFrom('', null)).toBe('en');
  expect(directionOf('qps-rtl')).toBe('rtl');
  expect(directionOf('qps')).toBe('ltr');
});
