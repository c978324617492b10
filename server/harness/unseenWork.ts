import { type Attribution, MAIN, type RestCapture } from '../../shared/branch.ts';
import type { JournalLine, JournalOpen } from '../../shared/effect.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { BranchStore } from '../store/runStore.ts';
import { isSameFile, noteFiles } from './noteFiles.ts';

/** What is known of the files that the calls of a scene A work on. */
export interface FilesSoFar {
  /** The capture of them that was looked at last; null where there is none to go by. */
  from: string | null;
  /** How many of the scene's calls have been opened up to now. */
  opened: number;
  /** Calls that can change files were opened since that capture: their run was cut off before it took another. */
  hasUnseenWork: boolean;
  /** Of what changed since; null where everything is the run's. */
  whose: Attribution | null;
}

/**
 * What the calls of a scene A may have made of the files since they were last captured. Writes nothing.
 * @param workspace absolute path of the branch's
 */
export async function filesSoFar(
  branch: BranchStore,
  scene: Pick<SceneRow, 'id' | 'capture'>,
  workspace: string,
): Promise<FilesSoFar> {
  const { restCaptures = [] } = await branch.record();
  const lines = linesOf(await branch.loadJournal(), scene.id);
  const last = restCaptures.findLast(rest => rest.scene === scene.id) ?? null;
  const opened = lines.filter(isOpen).length;
  const unseen = linesSince(lines, last === null ? 0 : (last.opened ?? opened));
  const from = last?.capture ?? scene.capture?.id ?? null;
  const hasUnseenWork = unseen.some(line => isOpen(line) && changesFiles(line));
  const isPersons = branch.name === MAIN && (await branch.run.record()).workspace !== null;
  const whose = hasUnseenWork && isPersons ? await attributionOf(unseen, workspace) : null;
  return { from, opened, hasUnseenWork, whose };
}

/** How many calls of a scene have been opened on a branch, simulated ones aside. */
export async function openedOf(branch: BranchStore, scene: string): Promise<number> {
  return linesOf(await branch.loadJournal(), scene).filter(isOpen).length;
}

/** What calls made of the files between two captures, all of their scene's openings so far included. */
export function restEntry(
  scene: string,
  from: string,
  capture: string,
  { opened, whose = null }: { opened: number; whose?: Attribution | null },
): RestCapture {
  return { scene, from, capture, opened, ...(whose === null ? {} : { attribution: whose }) };
}

function linesOf(journal: readonly JournalLine[], scene: string): JournalLine[] {
  return journal.filter(line => line.scene === scene && line.simulated !== true);
}

function isOpen(line: JournalLine): line is JournalOpen {
  return line.event === 'open';
}

function changesFiles({ toolClass }: JournalOpen): boolean {
  return toolClass === 'workspace' || toolClass === 'command';
}

/** The lines from an opening on; none where there are not so many. */
function linesSince(lines: readonly JournalLine[], opened: number): readonly JournalLine[] {
  const first = lines.filter(isOpen)[opened];
  return first === undefined ? [] : lines.slice(lines.indexOf(first));
}

/**
 * In a person's folder others may have worked since the run was cut off. The run's are the files that its calls said they
 * would touch, as far as they are what the last of them left, or its end is not known.
 */
async function attributionOf(lines: readonly JournalLine[], workspace: string): Promise<Attribution> {
  const left = new Map<string, JournalOpen['files'][number] | null>();
  for (const line of lines) {
    if (isOpen(line)) for (const { path } of line.files) left.set(path, null);
    else for (const file of line.files ?? []) left.set(file.path, file);
  }
  const paths = [...left.keys()];
  const present = await noteFiles(workspace, paths, null);
  const isRuns = (path: string, index: number) => {
    const file = left.get(path) ?? null;
    return file === null || isSameFile(file, present[index]);
  };
  return {
    known: paths.filter(isRuns),
    doubtful: paths.filter((path, index) => !isRuns(path, index)),
    isRestDoubtful: lines.some(line => isOpen(line) && line.toolClass === 'command'),
  };
}
