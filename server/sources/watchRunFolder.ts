import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { branchFromFolderName } from '../../shared/branch.ts';
import { systemCode } from '../disk/diskCalls.ts';
import { watchFolders } from '../disk/watchFolders.ts';

/**
 * Calls `onChange` soon after anything changes that belongs to a folder of checkpoints: its branch folders, their
 * `superseded/`, a ledger beside it.
 * @returns how to stop
 */
export function watchRunFolder(root: string, onChange: () => void): () => void {
  return watchFolders({
    root,
    listFolders: () => foldersOf(root),
    isRelevant: (folder, event, name) => isRelevant(folder, root, event, name),
    onChange,
  });
}

function foldersOf(root: string): string[] {
  const names = namesIn(root);
  const branches = names.filter(name => branchFromFolderName(name) !== null).map(name => join(root, name));
  const beside = branchFromFolderName(basename(root)) === null ? [] : [dirname(root)];
  return [...beside, ...[root, ...branches].flatMap(folder => [folder, ...supersededFolders(folder)])];
}

function supersededFolders(branchFolder: string): string[] {
  const superseded = join(branchFolder, 'superseded');
  return [superseded, ...namesIn(superseded).map(name => join(superseded, name))];
}

/** The beat of a lock changes nothing that is shown; its coming and going does. */
function isRelevant(folder: string, root: string, event: string, name: string | null): boolean {
  if (name === null || name === basename(folder)) return true;
  if (name.startsWith('.') || (name === 'lock' && event === 'change')) return false;
  if (folder === dirname(root)) return /^effects.*\.json$/.test(name);
  return relevantName.test(name);
}

const relevantName =
  /^(turn-.*|checkpoints(-.*)?|checkpoint\.json|superseded|\d+|branch\.json|calls\.jsonl|effects.*\.json|lock|run\.json.*|gate\.json)$/;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return [];
  }
}
