import { RE2JS, RE2JSException } from 're2js';
import { ToolFailure } from './toolFailure.ts';

/** Tells of one line whether it matches. */
export type LineTest = (line: string) => boolean;

/**
 * A test for lines. Patterns are JavaScript's, run by an engine whose time grows with the length of the line only:
 * no pattern can hang the process. It knows no lookahead and no back-references.
 * @throws ToolFailure for a pattern that it cannot read
 */
export function lineTest(pattern: string, options: { literal: boolean; ignoreCase: boolean }): LineTest {
  const source = options.literal ? RE2JS.quote(pattern) : RE2JS.translateRegExp(pattern);
  try {
    const compiled = RE2JS.compile(source, options.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return line => compiled.test(line);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new ToolFailure(
      `The pattern cannot be used: ${error.message}. Lookahead and back-references are not known here; set literal for plain text.`,
      { cause: error },
    );
  }
}
