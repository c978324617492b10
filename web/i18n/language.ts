/**
 * Languages of the page. Two are made from English for trying the page out: `qps` with accents and longer words,
 * `qps-rtl` with the letters of a script that runs from right to left.
 */
export const languages = ['en', 'qps', 'qps-rtl'] as const;
export type Language = (typeof languages)[number];

const KEY = 'forkpoint-language';

/** The language of the page: what `?lang=` asks for, else what was kept, else English. */
export function languageFrom(search: string, kept: string | null): Language {
  const asked = new URLSearchParams(search).get('lang') ?? kept;
  return languages.find(language => language === asked) ?? 'en';
}

/** The way a language runs. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'qps-rtl' ? 'rtl' : 'ltr';
}

/** Chosen when the page is loaded; outside a page, as in tests, English. */
export const language: Language =
  typeof window === 'undefined'
    ? 'en'
    : languageFrom(window.location.search, window.localStorage.getItem(KEY));

/** Tells the page its language and keeps it for the pages to come; called before anything is drawn. */
export function applyLanguage(): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  window.localStorage.setItem(KEY, language);
}
