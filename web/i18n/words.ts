import { accented, rightToLeft } from '../../shared/pseudo.ts';
import { en } from './en.ts';
import { language } from './language.ts';
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

/** The words for a key, as `words('runs.turnCount', { count: 3 })`; parameters are checked against the phrase. */
export function words<K extends WordKey>(key: K, ...[params]: Arguments<K>): string {
  const dot = key.indexOf('.');
  const section: Readonly<Record<string, Phrase>> = en[key.slice(0, dot) as Section];
  return filledPhrase(saidPhrase(section[key.slice(dot + 1)] ?? key), params ?? {}, locale);
}
