import type { GitHead, RestoreEntry } from '../../shared/capture.ts';
import type { Plan } from '../../shared/plan.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { formatBytes, formatTokenCount } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import type { Act } from '../selection/selection.ts';

/** `14-B`, with the branch before it where it is not `branch`. */
export function placeOf(scene: SceneRow, branch: string): string {
  const place = `${scene.turn}-${scene.point}`;
  return scene.branch === branch ? place : `${scene.branch}:${place}`;
}

/** `turns 15 to 25`; `turn 3, turns 5 to 6` where some are missing in between. */
export function turnsText(turns: readonly number[]): string {
  if (turns.length === 0) return words('commands.leaveNothing');
  return stretchesOf(turns)
    .map(([first, last]) =>
      first === last
        ? words('commands.turn', { turn: String(first) })
        : words('commands.turnRange', { first: String(first), last: String(last) }),
    )
    .join(', ');
}

function stretchesOf(turns: readonly number[]): [first: number, last: number][] {
  const stretches: [number, number][] = [];
  for (const turn of [...new Set(turns)].sort((x, y) => x - y)) {
    const open = stretches.at(-1);
    if (open && turn === open[1] + 1) open[1] = turn;
    else stretches.push([turn, turn]);
  }
  return stretches;
}

/** What is kept: turns and what was paid for them. */
export function keepText(turn: number, tokensSpent: number): string {
  if (turn === 0) return words('commands.keepNothing');
  const spent = words('commands.spent', { count: tokensSpent, tokens: formatTokenCount(tokensSpent) });
  return words('commands.keepText', { count: turn, spent });
}

/** How many messages the next request has, how long it is where that is known, and whether it is legal. */
export function sendText({ messages, cost: { nextRequestTokens } }: Plan): string {
  const { count, isRepaired, problems } = messages;
  const size =
    nextRequestTokens > 0
      ? words('commands.sendText', { count, tokens: formatTokenCount(nextRequestTokens) })
      : words('commands.sendNoTokens', { count });
  if (isRepaired) return `${size} · ${words('commands.sendRepaired')}`;
  const isBroken = problems.some(problem => problem.severity === 'error');
  return isBroken ? `${size} · ${words('commands.sendBroken')}` : size;
}

/** The files that a restore touches, or leaves because they changed behind the run's back. */
export function touchedEntries(entries: readonly RestoreEntry[]): RestoreEntry[] {
  return entries.filter(entry => entry.action !== 'keep');
}

/** The files that changed while a turn was cut off, and it is not known by whom. */
export function doubtfulPaths({ files: { entries } }: Plan): string[] {
  return entries.filter(entry => entry.why === 'not-known-by-whom').map(entry => entry.path);
}

const refusals = {
  'not-captured': 'commands.filesNotCaptured',
  'capture-failed': 'commands.filesCaptureFailed',
  'no-workspace': 'commands.filesNoWorkspace',
  'foreign-root': 'commands.filesForeignRoot',
} as const;

/** Why files stay where they are, or null where they can be put back. */
export function refusedText({ files: { refused } }: Plan): string | null {
  return refused === null ? null : words(refusals[refused]);
}

/** `HEAD was main (1a2b3c4), is fix (5d6e7f8) now, 2 commits after.` Null where it has not moved, or there is none. */
export function gitText({ files: { git } }: Plan): string | null {
  if (!git) return null;
  const heads = { was: headText(git.was), is: headText(git.is) };
  return git.commitsAfter === null
    ? words('commands.gitMoved', heads)
    : words('commands.gitAfter', { count: git.commitsAfter, ...heads });
}

/** As `git log --oneline` shortens a commit. */
const SHORT_COMMIT = 7;

function headText({ commit, ref }: GitHead): string {
  const short = visibleText(commit.slice(0, SHORT_COMMIT));
  return ref === null ? short : `${visibleText(ref.replace(/^refs\/heads\//, ''))} (${short})`;
}

const NAMED_PATHS = 3;

/** `src/tax.ts, src/invoice.ts (2 files, 0 conflicts)`, or why there are none. */
export function filesText(plan: Plan, act: Act, place: string): string {
  const refused = refusedText(plan);
  if (refused !== null) return refused;
  if (plan.files.restore === 'conversation') return words('commands.filesStay');
  const touched = touchedEntries(plan.files.entries);
  if (touched.length === 0) {
    return act === 'fork'
      ? words('commands.copyText', { place, size: formatBytes(plan.files.copiedBytes ?? 0) })
      : words('commands.filesSame');
  }
  const named = touched.slice(0, NAMED_PATHS).map(entry => visibleText(entry.path));
  const more = touched.length - named.length;
  if (more > 0) named.push(words('commands.morePaths', { count: more }));
  const conflicts = touched.filter(entry => entry.action === 'conflict').length;
  return words('commands.filesText', {
    paths: named.join(', '),
    count: touched.length,
    conflicts: words('commands.conflicts', { count: conflicts }),
  });
}
