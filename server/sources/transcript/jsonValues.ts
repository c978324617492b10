/** A JSON value and where it stands in its line, in characters. */
export interface FoundValue {
  value: unknown;
  start: number;
  end: number;
}

/** The values of one line. `problem` says why the line is not a single value; null where it is one. */
interface LineValues {
  values: FoundValue[];
  problem: string | null;
}

/**
 * Reads every JSON value of a line. Programs that write at the same moment glue two records together, and a crash
 * cuts a record short: reading goes on after the first value, and where a value is broken, at the next record.
 * @param text one line, not blank
 */
export function valuesOfLine(text: string): LineValues {
  try {
    return { values: [{ value: JSON.parse(text), start: 0, end: text.length }], problem: null };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return valuesOfBadLine(text, error.message);
  }
}

/** Whether lists and objects stand in one another more than so many levels deep. Needs no stack. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let level = [value].filter(isNested);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap(outer => Object.values(outer).filter(isNested));
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function valuesOfBadLine(text: string, reason: string): LineValues {
  const values: FoundValue[] = [];
  let brokenAt: number | null = null;
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const found = valueAt(text, at) ?? lastRecordAfter(text, at);
    if (found?.start !== at) brokenAt ??= at;
    if (!found) break;
    values.push(found);
    at = skipSpace(text, found.end);
  }
  if (brokenAt === null) return { values, problem: `${values.length} values on one line` };
  return { values, problem: `not valid JSON from character ${brokenAt + 1} on (${reason.slice(0, 120)})` };
}

function valueAt(text: string, start: number): FoundValue | null {
  const end = endOfValue(text, start);
  return end === null ? null : parsed(text, start, end);
}

function parsed(text: string, start: number, end: number): FoundValue | null {
  try {
    return { value: JSON.parse(text.slice(start, end)), start, end };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const likelyRecordStart = /\{"(?:parentUuid|logicalParentUuid|type|uuid|sessionId|isSidechain|messageId)":/g;
const maxTries = 64;

/**
 * After a torn record another whole one may follow, up to the end of the line. It has to look like a record; what
 * stands behind a colon is rather a part of the torn one.
 */
function lastRecordAfter(text: string, start: number): FoundValue | null {
  let tries = 0;
  for (const match of text.slice(start + 1).matchAll(likelyRecordStart)) {
    const at = start + 1 + match.index;
    if (text.charAt(at - 1) === ':') continue;
    if (++tries > maxTries) return null;
    const found = parsed(text, at, text.length);
    if (found && looksLikeRecord(found.value)) return found;
  }
  return null;
}

function looksLikeRecord(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return 'uuid' in value || 'sessionId' in value || 'messageId' in value || 'leafUuid' in value;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at++;
  return at;
}

/** Where the value that begins at `start` ends, or null where it never does. Content is not checked. */
function endOfValue(text: string, start: number): number | null {
  const first = text.charAt(start);
  if (first !== '{' && first !== '[' && first !== '"') {
    const rest = /[\s,{}[\]"]/.exec(text.slice(start, start + 64));
    return rest ? start + Math.max(rest.index, 1) : Math.min(text.length, start + 64);
  }
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at++;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openBrace || code === openBracket) depth++;
    else if (code === closeBrace || code === closeBracket) depth--;
    if (!inString && depth === 0) return at + 1;
  }
  return null;
}

const quote = 34;
const backslash = 92;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;
