import { type CarriedProblem, sentenceOfProblem } from '../../shared/errorWords.ts';
import { accented, rightToLeft } from '../../shared/pseudo.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { en } from './en.ts';
import { isolated } from './isolate.ts';
import { directionOf, language } from './language.ts';
import { filledPhrase, type ParamsOfPhrase, type Phrase } from './template.ts';

type Catalogue = typeof en;
type Section = keyof Catalogue;

/** `section.name` of every phrase. */
export type WordKey = { [S in Section]: `${S}.${keyof Catalogue[S] & string}` }[Section];

type PhraseAt<K extends WordKey> = K extends `${infer S extends Section}.${infer N}`
  ? N extends keyof Catalogue[S]
    ? Extract<Catalogue[S][N], Phrase>
    : never
  : never;
type Arguments<K extends WordKey> = keyof ParamsOfPhrase<PhraseAt<K>> extends never
  ? []
  : [params: ParamsOfPhrase<PhraseAt<K>>];

/** How numbers and times are written: all languages of the page are made from English. */
export const locale = 'en';

/** A sentence of the catalogue in the language of the page. */
const said = { en: (text: string) => text, qps: accented, 'qps-rtl': rightToLeft }[language];

function saidPhrase(phrase: Phrase): Phrase {
  return typeof phrase === 'string' ? said(phrase) : { one: said(phrase.one), other: said(phrase.other) };
}

const direction = directionOf(language);

/** Values of the person's and of runs, each apart from the way that the phrase runs. */
function valuesOf(params: Readonly<Record<string, unknown>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : isolated(String(value ?? ''), direction),
    ]),
  );
}

/** A problem in the language of the page, what it names with its signs. One from a newer server is named by its code. */
export function wordsOfProblem(problem: CarriedProblem): string {
  const { sentence, params } = sentenceOfProblem(problem);
  const texts = Object.entries(params).map(([name, value]) => [name, visibleText(String(value ?? ''))]);
  return filledPhrase(said(sentence), valuesOf(Object.fromEntries(texts)), locale);
}

/** The words for a key, as `words('runs.turnCount', { count: 3 })`; parameters are checked against the phrase. */
export function words<K extends WordKey>(key: K, ...[params]: Arguments<K>): string {
  const dot = key.indexOf('.');
  // A key begins with the name of its section.
  const section: Readonly<Record<string, Phrase>> = en[key.slice(0, dot) as Section];
  return filledPhrase(saidPhrase(section[key.slice(dot + 1)] ?? key), valuesOf(params ?? {}), locale);
}
