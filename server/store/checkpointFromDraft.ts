import { randomInt } from 'node:crypto';
import {
  CHECKPOINT_VERSION,
  type Checkpoint,
  checkpointFileName,
  pendingToolUseOf,
  sceneIdOf,
} from '../../shared/checkpoint.ts';
import { ForkpointError } from '../../shared/errors.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { contentOfCheckpoint } from '../../shared/sceneRow.ts';
import type { Scene } from '../sources/runSource.ts';
import type { SceneFile } from './branchFolder.ts';
import type { CheckpointDraft } from './runStore.ts';

const idCharacters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A checkpoint made from what a save is told; the six fields that every such program knows come first. */
export function checkpointFromDraft(draft: CheckpointDraft, parent: string | null): Checkpoint {
  const { turn, point, task, messages, tokensUsed, ...rest } = draft;
  const six = {
    version: CHECKPOINT_VERSION,
    task,
    turns: turn,
    tokensUsed,
    messages,
    pendingToolUse: pendingToolUseOf(messages),
  };
  const id = sceneIdOf(randomPart(), checkpointFileName(turn, point), six);
  return { ...six, id, parent, point, savedAt: new Date().toISOString(), ...rest };
}

/**
 * The edited copy of a scene: it stands at the same place, after the same parent.
 * @throws ForkpointError `bad-shape` where the draft says another turn or point
 */
export function editedCopy(draft: CheckpointDraft, target: SceneRow): Checkpoint {
  const [place, wanted] = [draft, target].map(({ turn, point }) => `${turn}-${point}`);
  if (place !== wanted) {
    throw new ForkpointError('bad-shape', { where: 'the edited scene', detail: `${place}, not ${wanted}` });
  }
  return checkpointFromDraft(draft, target.parent);
}

/** As `editedCopy`, as the file that holds it. */
export function editedFile(draft: CheckpointDraft, target: SceneRow): SceneFile {
  const checkpoint = editedCopy(draft, target);
  const { id = '' } = checkpoint;
  const bytes = Buffer.from(checkpointText(checkpoint));
  return { id, fileName: checkpointFileName(target.turn, target.point), bytes };
}

/** A checkpoint as it lies in its file. */
export function checkpointText(checkpoint: Checkpoint): string {
  return JSON.stringify(checkpoint, null, 2);
}

/** The scene of a checkpoint that was just saved, without reading it back. @param file below the run's folder */
export function savedScene(checkpoint: Checkpoint, branch: string, file: string): Scene {
  const { id = '', parent = null, point = 'B', turns } = checkpoint;
  const content = contentOfCheckpoint(checkpoint, turns, point, true);
  const row = { ...content, id, branch, parent, file, folderOfMove: null, provenance: null };
  return { row, checkpoint, raw: null, lines: [] };
}

function randomPart(): string {
  return Array.from({ length: 10 }, () => idCharacters[randomInt(idCharacters.length)]).join('');
}
