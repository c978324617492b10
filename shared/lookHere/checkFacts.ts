import { isRecord } from '../schema.ts';

/** A command that runs tests, and how it ended. */
export interface CheckFacts {
  /** The program with its first word or two: checks of one runner can stand for each other. */
  runner: string;
  command: string;
  outcome: 'green' | 'red';
  /** Names of files in what a red check said, in small letters, without folder and endings. */
  names: string[];
}

/** Programs that run tests, as a command line or a part of one begins. */
const runners: readonly RegExp[] = [
  /^node\s+(?:\S+\s+)*?--test\b/,
  /^(?:npm|pnpm|yarn|bun|deno|mise|just|rake|make|task|composer)\s+(?:run\s+)?(?:test|check)\b/,
  /^(?:npx\s+|pnpm\s+(?:exec\s+)?|yarn\s+|bunx\s+)?(?:vitest|jest|mocha|ava|tap|playwright\s+test|cypress\s+run)\b/,
  /^(?:python3?\s+-m\s+|poetry\s+run\s+|uv\s+run\s+)?(?:pytest|unittest|tox|nox)\b/,
  /^(?:go|cargo|dotnet|swift|mix|flutter|dart|zig\s+build)\s+test\b/,
  /^cargo\s+nextest\b/,
  /^(?:\.\/)?(?:mvnw?|gradlew?)\b.*\b(?:test|check|verify)\b/,
  /^(?:bundle\s+exec\s+)?(?:rspec|phpunit|ctest|bats)\b/,
];

/** A command that could not be found or started has checked nothing. */
const notStarted = [126, 127];

/**
 * What a call with this input checked, by its exit code and what its output sums up; null where it ran no tests or
 * does not say how they ended.
 */
export function checkOf(input: unknown, output: string, isError: boolean): CheckFacts | null {
  const command = isRecord(input) ? (input.command ?? input.cmd) : null;
  if (typeof command !== 'string') return null;
  const runner = runnerOf(command);
  const outcome = runner === null ? null : outcomeOf(plainText(output), isError);
  if (runner === null || outcome === null) return null;
  return { runner, command, outcome, names: outcome === 'red' ? namesIn(output) : [] };
}

/** Whether a command line runs tests. */
export function isTestCommand(command: string): boolean {
  return runnerOf(command) !== null;
}

function runnerOf(command: string): string | null {
  for (const part of command.split(/&&|\|\||[;|\n]/)) {
    const plain = part.trim().replace(/^(?:\w+=\S*\s+)+/, '');
    const found = runners.map(pattern => pattern.exec(plain)?.[0]).find(match => match !== undefined);
    if (found !== undefined) return found.replace(/\s+/g, ' ');
  }
  return null;
}

/** `1 failed`, `2 failing`, `fail 3`, `FAILED (failures=1)`: what a test program counts at its end. */
const failureCount =
  /(?:^|[^\w.])(\d+) (?:tests? )?(?:fail(?:ed|ing|ures?)?)\b|\bfail(?:ed|ures?)?[:= ] ?(\d+)\b/gim;
const red = [/^\s*(?:--- FAIL:|FAIL\b|not ok \d)/m, /\btest result: FAILED\b/];
const green = [
  /(?:^|[^\w.])[1-9]\d* (?:tests? )?pass(?:ed|ing)?\b/im,
  /^(?:ok|PASS)\b/m,
  /^OK \(/m,
  /\btest result: ok\b/,
];

/** The exit code counts most. Of several counts the last is the sum; those before it may be words of a test. */
function outcomeOf(output: string, isError: boolean): 'green' | 'red' | null {
  const code = exitCodeIn(output);
  if (code !== null && code !== 0) return notStarted.includes(code) ? null : 'red';
  const counts = [...output.matchAll(failureCount)].map(match => Number(match[1] ?? match[2]));
  const failures = counts.at(-1);
  if (failures !== undefined && failures > 0) return 'red';
  if (red.some(pattern => pattern.test(output))) return 'red';
  if (isError) return null;
  return failures === 0 || green.some(pattern => pattern.test(output)) ? 'green' : null;
}

/** The exit code that an output names in its first or last line, or null. */
export function exitCodeIn(output: string): number | null {
  const lines = output.trim().split('\n');
  for (const line of [lines[0] ?? '', lines.at(-1) ?? '']) {
    const code = /\bexit(?:ed with)?(?: code| status)?:?\s+(\d{1,3})\b/i.exec(line)?.[1];
    if (code !== undefined) return Number(code);
  }
  return null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const terminalLook = /\u001b\[[\d;:]*m/g;

/** An output without the colours of a terminal. */
export function plainText(output: string): string {
  return output.replaceAll(terminalLook, '');
}

/** Enough to tell what a report is about; a flood of names tells nothing. */
const maxNames = 200;

function namesIn(output: string): string[] {
  const names = new Set<string>();
  for (const [path] of output.matchAll(/[\w@./\\-]+\.[a-z]{1,5}\b/gi)) {
    names.add(stemOf(path));
    if (names.size >= maxNames) break;
  }
  return [...names];
}

/** `src/tax.test.mjs` is about `tax`, and so is `tax_test.go`. */
export function stemOf(path: string): string {
  const name = path.toLowerCase().split(/[\\/]/).at(-1) ?? '';
  return name.replace(/\..*$/, '').replace(/^test_|[_-](?:test|spec)$/, '');
}
