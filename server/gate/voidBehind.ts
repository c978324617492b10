import type { Question } from '../../shared/gate.ts';
import { lineOf } from '../../shared/lineOf.ts';
import type { RunStore } from '../store/runStore.ts';

/**
 * Voids what was asked and answered on the part of a branch that a rewind left: open questions, answers that nobody
 * acted on yet, and standing yeses given there. Other branches keep theirs.
 * @param keptSceneIds the scenes that the branch's line has now
 */
export async function voidBehind(
  run: RunStore,
  branch: string,
  keptSceneIds: ReadonlySet<string>,
): Promise<void> {
  await run.gate.locked(async ({ record, write }) => {
    const isLeft = (scene: string) => !keptSceneIds.has(scene);
    const isVoided = (question: Question) =>
      question.branch === branch &&
      isLeft(question.scene) &&
      question.voidedAt === null &&
      question.spentAt === null;
    const standing = record.standing.filter(
      entry => entry.branch !== branch || entry.scene === undefined || !isLeft(entry.scene),
    );
    if (!record.questions.some(isVoided) && standing.length === record.standing.length) return;
    const voidedAt = new Date().toISOString();
    const questions = record.questions.map(entry => (isVoided(entry) ? { ...entry, voidedAt } : entry));
    await write({ ...record, questions, standing });
  });
}

/** `voidBehind` for a branch whose head has just moved. */
export async function voidLeftBehind(run: RunStore, branch: string): Promise<void> {
  const { scenes, branches } = await run.rows();
  const head = branches.find(row => row.name === branch)?.head ?? null;
  const byId = new Map(scenes.map(row => [row.id, row]));
  await voidBehind(run, branch, new Set(head === null ? [] : lineOf(byId, head)));
}
