import { RE2JS, RE2JSException } from 're2js';
import { ForkpointError } from './errors.ts';
import { literalOf, type Matcher, type SearchQuery, textMatcher, wholeWords } from './searchText.ts';

/**
 * A matcher for a query. Patterns are JavaScript's, run by an engine whose time grows with the length of the text only:
 * no pattern can hang the process. It knows no lookahead and no back-references.
 * @throws ForkpointError `bad-pattern`
 */
export function matcherOf(query: SearchQuery): Matcher {
  if (!query.isPattern) return textMatcher(query);
  const matcher = patternMatcher(query);
  return query.wholeWord ? wholeWords(matcher) : matcher;
}

function patternMatcher({ text, matchCase }: SearchQuery): Matcher {
  const pattern = compiled(text, matchCase ? 0 : RE2JS.CASE_INSENSITIVE);
  const needed = neededLiteral(text);
  const linesWith = needed === null ? linesOf : linesHolding(literalOf(needed, matchCase));
  return function* (searched) {
    for (const [start, line] of linesWith(searched)) {
      const matcher = pattern.matcher(line);
      while (matcher.find()) {
        if (matcher.end() > matcher.start()) yield [start + matcher.start(), start + matcher.end()];
      }
    }
  };
}

function compiled(text: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(text), flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new ForkpointError('bad-pattern', { pattern: text, detail: reasonOf(error) }, { cause: error });
  }
}

/** What the engine says, without its form of the pattern. */
function reasonOf({ message }: Error): string {
  return message.replace(/^error parsing regexp: /, '').replace(/: `[\s\S]*`$/, '');
}

type Line = [start: number, line: string];

function* linesOf(text: string): Iterable<Line> {
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    yield [start, text.slice(start, end)];
    start = end + 1;
  }
}

/** The lines that hold a literal text: finding that is a hundred times quicker than trying the pattern. */
function linesHolding(literal: RegExp): (text: string) => Iterable<Line> {
  return function* (text) {
    let end = -1;
    for (const { index } of text.matchAll(literal)) {
      if (index < end) continue;
      const newline = text.indexOf('\n', index);
      const start = text.lastIndexOf('\n', index) + 1;
      end = newline < 0 ? text.length : newline;
      yield [start, text.slice(start, end)];
    }
  };
}

/**
 * The longest literal text that every match of a pattern holds; null where that cannot be told at a glance (choices,
 * groups, escapes by number or name) or is too short to tell lines apart.
 */
function neededLiteral(pattern: string): string | null {
  if (/[|()]|\\[xucpPkQ\d]/.test(pattern)) return null;
  let longest = '';
  let run = '';
  const end = () => {
    if (run.length > longest.length) longest = run;
    run = '';
  };
  for (const [token] of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\{\d*,?\d*\}|[\s\S]/gu)) {
    if (/^(?:[*?]|\{.+\})$/.test(token)) {
      run = Array.from(run).slice(0, -1).join('');
      end();
    } else if (/^(?:[.^$+]|\[.*|\\\w)$/su.test(token)) end();
    else run += token.length > 1 && token.startsWith('\\') ? token.slice(1) : token;
  }
  end();
  return longest.length >= 2 ? longest : null;
}
