import { join } from 'node:path';
import type { RunRows } from '../../../shared/rows.ts';
import { buildRunGraph } from '../../../shared/runGraph.ts';
import { RunFolderSource } from '../runFolder.ts';
import { drawFolder } from './drawFolder.ts';
import { temporaryFolder } from './temporaryFolder.ts';

interface OpenedFolder {
  root: string;
  source: RunFolderSource;
  rows: RunRows;
}

/** Draws a folder (see `drawFolder`), opens it or what lies `below` it, and reads its rows. */
export async function openedFolder(drawing: string, below = ''): Promise<OpenedFolder> {
  const root = await temporaryFolder();
  await drawFolder(root, drawing);
  const source = new RunFolderSource({
    folder: join(root, below),
    id: 'r',
    cacheFolder: null,
    readOnly: true,
  });
  return { root, source, rows: await source.rows() };
}

/** The save points on the line of a branch's head, in one line of text. */
export function lineOfBranch(rows: RunRows, branch = 'main'): string {
  const byId = new Map(rows.scenes.map(row => [row.id, row]));
  const names: string[] = [];
  const head = rows.branches.find(row => row.name === branch)?.head ?? null;
  for (let row = byId.get(head ?? ''); row; row = byId.get(row.parent ?? '')) {
    names.unshift(`${row.turn}-${row.point}`);
  }
  return names.join(' ');
}

/** Turns of the graph that are in a state, as `branch:turn`. */
export function turnsInState(rows: RunRows, state: 'line' | 'superseded' | 'orphaned'): string {
  const turns = [...buildRunGraph(rows).turns.values()].filter(node => node.state === state);
  return turns.map(node => `${node.branch}:${node.turn}`).join(' ');
}

/** Problems in short: their code and what they are about. */
export function problemsInShort(rows: RunRows): string[] {
  return rows.problems.map(({ code, params }) =>
    [code, params.where ?? params.name ?? params.branch, params.turn]
      .filter(part => part !== undefined)
      .join(' '),
  );
}
