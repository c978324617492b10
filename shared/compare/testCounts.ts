import { plainText } from '../lookHere/checkFacts.ts';

/** How many tests passed and failed, as a test program counts them at its end. */
export interface TestCounts {
  passed: number;
  failed: number;
}

/** The sum stands at the end of an output. */
const endLength = 20_000;

const passed = [/(?:^|[^\w.])(\d+) (?:tests? )?pass(?:ed|ing)?\b/gim, /^[^\w\n]*pass(?:ed)? (\d+)[ \t]*$/gim];
const failed = [
  /(?:^|[^\w.])(\d+) (?:tests? )?fail(?:ed|ing|ures?)?\b/gim,
  /^[^\w\n]*fail(?:ed|ures?)? (\d+)[ \t]*$/gim,
  /\bfail(?:ed|ures?)?[:=] ?(\d+)\b/gim,
];
/** Programs that count what ran, and of that what failed. */
const ran = [
  /\bTests run: (\d+)\b/gim,
  /\bRan (\d+) tests?\b/gim,
  /(?:^|[^\w.])(\d+) examples?, \d+ failures?\b/gim,
  /^Tests: (\d+), /gim,
  /^OK \((\d+) tests?\b/gim,
];
/** One sum per part of what ran: they belong together. */
const part = /\btest result: \w+\. (\d+) passed; (\d+) failed\b/gim;

/** Reads the counts out of an output; null where it counts nothing. */
export function testCounts(output: string): TestCounts | null {
  const end = plainText(output.slice(-endLength));
  const parts = [...end.matchAll(part)];
  if (parts.length > 0) return { passed: sumOf(parts, 1), failed: sumOf(parts, 2) };
  const [ofPassed, ofFailed, ofRan] = [lastCount(end, passed), lastCount(end, failed), lastCount(end, ran)];
  if (ofRan !== null) return { passed: Math.max(0, ofRan - (ofFailed ?? 0)), failed: ofFailed ?? 0 };
  if (ofPassed === null && ofFailed === null) return null;
  return { passed: ofPassed ?? 0, failed: ofFailed ?? 0 };
}

/** Counts before the last may be of one file, or words of a test. */
function lastCount(output: string, patterns: readonly RegExp[]): number | null {
  const found = patterns.flatMap(pattern => [...output.matchAll(pattern)]);
  const last = found.reduce<RegExpExecArray | null>(
    (latest, match) => (latest === null || match.index >= latest.index ? match : latest),
    null,
  );
  return last === null ? null : Number(last[1]);
}

function sumOf(matches: readonly RegExpExecArray[], group: number): number {
  return matches.reduce((sum, match) => sum + Number(match[group]), 0);
}
