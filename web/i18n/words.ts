import { en } from './en.ts';
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

/** The language of the page: that of the one catalogue there is. */
export const locale = 'en';

/** The words for a key, as `words('runs.turnCount', { count: 3 })`; parameters are checked against the phrase. */
export function words<K extends WordKey>(key: K, ...[params]: Arguments<K>): string {
  const dot = key.indexOf('.');
  const section: Readonly<Record<string, Phrase>> = en[key.slice(0, dot) as Section];
  return filledPhrase(section[key.slice(dot + 1)] ?? key, params ?? {}, locale);
}
