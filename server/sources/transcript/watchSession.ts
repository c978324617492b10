import { basename, dirname } from 'node:path';
import { watchFolders } from '../../disk/watchFolders.ts';

/**
 * Calls `onChange` soon after a session's file or those of its subagents change, whoever writes them.
 * @param agentFolder where files of subagents appear: two levels below the session's own folder
 * @returns how to stop
 */
export function watchSession(path: string, agentFolder: string, onChange: () => void): () => void {
  const root = dirname(path);
  const ownFolder = dirname(agentFolder);
  const relevant = [basename(path), basename(ownFolder), basename(root)];
  return watchFolders({
    root,
    listFolders: () => [ownFolder, agentFolder],
    // Beside the session lie others that do not matter.
    isRelevant: (folder, _event, name) =>
      name === null || folder !== root || name.startsWith('agent-') || relevant.includes(name),
    onChange,
    tellsFirst: true,
  });
}
