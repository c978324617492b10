/** A phrase of the catalogue: one sentence, or one per plural form (chosen by the parameter `count`). */
export type Phrase = string | { readonly one: string; readonly other: string };

type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Sentence<P extends Phrase> = P extends string ? P : P extends { other: infer Other } ? Other : never;
type PluralParam<P extends Phrase> = P extends string ? never : 'count';

/** The parameters that a phrase asks for, read from its `{names}`. */
export type ParamsOfPhrase<P extends Phrase> = Record<
  NamesIn<Sentence<P> & string> | PluralParam<P>,
  string | number
>;

/** The phrase in the form that `count` asks for, with every `{name}` replaced. */
export function filledPhrase(
  phrase: Phrase,
  params: Record<string, string | number>,
  locale: string,
): string {
  const template = typeof phrase === 'string' ? phrase : phrase[pluralForm(Number(params.count), locale)];
  return template.replace(/\{(\w+)\}/g, (_, name: string) => textOf(params[name], locale));
}

function pluralForm(count: number, locale: string): 'one' | 'other' {
  return rulesOf(locale).plural.select(count) === 'one' ? 'one' : 'other';
}

function textOf(value: string | number | undefined, locale: string): string {
  return typeof value === 'number' ? rulesOf(locale).number.format(value) : (value ?? '');
}

interface LocaleRules {
  plural: Intl.PluralRules;
  number: Intl.NumberFormat;
}

/** Made once per locale: making one takes a hundred times as long as asking it. */
const knownRules = new Map<string, LocaleRules>();

function rulesOf(locale: string): LocaleRules {
  const known = knownRules.get(locale);
  if (known) return known;
  const rules = { plural: new Intl.PluralRules(locale), number: new Intl.NumberFormat(locale) };
  knownRules.set(locale, rules);
  return rules;
}
