import {
  type Adoption,
  type AdoptionEntry,
  type AdoptionPlace,
  type AdoptionPlan,
  leftPaths,
  type PatchReply,
} from '../../shared/adoption.ts';
import type { NotCaptured, RestoreEntry } from '../../shared/capture.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { notCapturedWords } from '../files/notCapturedWords.ts';
import { type WordKey, words } from '../i18n/words.ts';

/** The place that files go into, as people call it. */
export function placeWords({ branch, folder }: AdoptionPlace): string {
  return branch ?? folder;
}

/** What an adoption writes about, before its list of files. */
export function sinceWords({ since, from, into }: AdoptionPlan): string {
  const names = { side: visibleText(from.branch), into: visibleText(placeWords(into)) };
  if (since === null) return words('adopt.sinceNothing', names);
  if (into.branch === null) return words('adopt.sinceFolder', { since, into: names.into });
  return words('adopt.since', { ...names, since });
}

/** `3 files change, 1 is left as it is`. */
export function summaryWords(entries: readonly RestoreEntry[]): string {
  const left = entries.length - changedCount(entries);
  const parts = [words('adopt.summary', { count: changedCount(entries) })];
  if (left > 0) parts.push(words('adopt.summaryConflicts', { count: left }));
  return parts.join(' · ');
}

/** How many of the paths are written, deleted or given another mode. */
export function changedCount(entries: readonly RestoreEntry[]): number {
  return entries.filter(({ action }) => action !== 'conflict' && action !== 'keep').length;
}

/** What happens to one path. */
export function entryWords({ action, change, why }: RestoreEntry): string {
  if (action === 'keep') return words(why === 'not-captured-then' ? 'adopt.leftThen' : 'adopt.leftNow');
  if (action === 'conflict') return words('adopt.left');
  if (action === 'write') return words(change === 'created' ? 'adopt.create' : 'adopt.write');
  return words(action === 'delete' ? 'adopt.delete' : 'adopt.mode');
}

/** How much of a path's text is not shown; null where all of it is. */
export function textLeftOutWords({ leftOut = 0, before, after }: AdoptionEntry): string | null {
  if (leftOut === 0) return null;
  const isShown = before !== null || after !== null;
  return words(isShown ? 'adopt.textLeftOut' : 'adopt.allTextLeftOut', { count: leftOut });
}

type Entries = Adoption['entries'];

/** How many paths an adoption, or its undo, put in place; and how many it left. */
export function doneCounts(entries: Entries): { put: number; left: number } {
  const put = entries.filter(({ result }) => ['written', 'deleted', 'mode-set'].includes(result)).length;
  return { put, left: leftPaths(entries).length };
}

/** `node_modules: an ignored folder`, for each path that does not come along. */
export function notComingWords({ path, why }: NotCaptured): string {
  return `${path}: ${words(notCapturedWords[why])}`;
}

const notInPatch = {
  'empty-folder': 'adopt.whyEmptyFolder',
  'folder-mode': 'adopt.whyFolderMode',
  mode: 'adopt.whyMode',
  'too-large': 'adopt.whyTooLarge',
  'not-captured': 'adopt.whyNotCaptured',
} as const satisfies Record<PatchReply['leftOut'][number]['why'], WordKey>;

/** The same for what cannot stand in a patch. */
export function leftOutWords({ path, why }: PatchReply['leftOut'][number]): string {
  return `${path}: ${words(notInPatch[why])}`;
}
