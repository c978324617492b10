import type { FilesToAdopt } from '../adoptFiles.ts';
import type { AdoptionAct } from '../adoptionRecord.ts';
import type { RunFiles } from '../runFiles.ts';

/** Who adopts in tests, and when. */
export const adoptionAct: AdoptionAct & { from: { branch: string; address: string; scene: string } } = {
  at: '2026-01-01T00:00:00.000Z',
  by: 'tester',
  from: { branch: 'plan-b', address: 'plan-b:2-B', scene: 's2' },
};

/** Captures a branch's workspace. */
export async function heldFiles(files: RunFiles, branch = 'main'): Promise<string> {
  const { id, problem } = await files.capture(branch);
  if (id === null) throw new Error(JSON.stringify(problem));
  return id;
}

/** Adopts into a branch, and gives the adoption's id with what became of each path. */
export async function adopted(
  files: RunFiles,
  wish: Pick<FilesToAdopt, 'capture'> & Partial<FilesToAdopt>,
  into = 'main',
): Promise<{ id: string; results: string[] }> {
  const whole = { since: null, ranges: [], take: [], ...wish };
  const { id, report } = await files.adopt(into, whole, adoptionAct, null);
  return { id, results: report.entries.map(({ path, result }) => `${path} ${result}`) };
}

/** Takes an adoption back, and gives what became of each path. */
export async function undone(
  files: RunFiles,
  id: string,
  take: readonly string[] = [],
  into = 'main',
): Promise<string[]> {
  const report = await files.undoAdoption(into, { id, take }, adoptionAct, null);
  return report.entries.map(({ path, result }) => `${path} ${result}`);
}
