import type { ToolUseBlock } from '../../shared/message.ts';
import { isRecord } from '../../shared/schema.ts';
import { type FileListing, fileListing } from './fileListing.ts';
import { jsonInText, looksLikeJson, readAtOnceCharacters } from './jsonText.ts';
import { type MatchList, matchList } from './matchList.ts';
import { numberedLines } from './numberedLines.ts';
import { holdsUnifiedDiff } from './unifiedDiff.ts';

/** What a text that a call gave is, besides text. */
export type ResultForm =
  | { kind: 'json'; value: object }
  /** It looks like JSON, and reading so much of it would take a moment. */
  | { kind: 'json-unread' }
  | { kind: 'diff' }
  /** A file with the numbers of its lines. */
  | { kind: 'numbered'; lineCount: number }
  | { kind: 'files'; listing: FileListing }
  | { kind: 'matches'; list: MatchList };

/** Longer texts are shown as text: nobody reads a table of so many rows. */
const maxCharacters = 200_000;
const pathTools = /^(?:glob|ls|list_?dir|list_?files|find_?files)$/i;
const searchTools = /^(?:grep|rg|ripgrep|search_?files)$/i;
const pathCommand = /^\s*(?:ls|find|fd|git ls-files)\b[^|;&\n]*$/;
const searchCommand = /^\s*(?:e?grep|rg|git grep)\b[^|;&\n]*$/;

/** The form of a result's text: told by the text itself, and where that is not enough by the call it answers. */
export function formOfResult(text: string, call: ToolUseBlock | null): ResultForm | null {
  if (text.length > readAtOnceCharacters) return looksLikeJson(text) ? { kind: 'json-unread' } : null;
  const value = jsonInText(text);
  if (value !== null) return { kind: 'json', value };
  if (text.length > maxCharacters || text.includes('\u001b')) return null;
  if (holdsUnifiedDiff(text)) return { kind: 'diff' };
  const lines = numberedLines(text);
  if (lines !== null) return { kind: 'numbered', lineCount: lines.filter(line => line.number !== '').length };
  const { isPaths, isSearch } = hintsOf(call);
  const list = isSearch ? matchList(text) : null;
  if (list !== null) return { kind: 'matches', list };
  const listing = fileListing(text, isPaths || isSearch);
  return listing && { kind: 'files', listing };
}

function hintsOf(call: ToolUseBlock | null): { isPaths: boolean; isSearch: boolean } {
  const command = isRecord(call?.input) && typeof call.input.command === 'string' ? call.input.command : null;
  if (command !== null) return { isPaths: pathCommand.test(command), isSearch: searchCommand.test(command) };
  const name = call?.name ?? '';
  return { isPaths: pathTools.test(name), isSearch: searchTools.test(name) };
}
