import type { AskedPair } from './fetchMessagePair.ts';

/** Keys of everything that the server's data is cached under. */
export const queryKeys = {
  about: ['about'] as const,
  runs: ['runs'] as const,
  run: (run: string) => ['run', run] as const,
  scene: (run: string, id: string) => ['scene', run, id] as const,
  wholeScene: (run: string, id: string) => ['whole-scene', run, id] as const,
  /** `world` changes with whatever a plan depends on. */
  plan: (run: string, body: string, world: string) => ['plan', run, body, world] as const,
  resumePlan: (run: string, branch: string, world: string) => ['resume-plan', run, branch, world] as const,
  /** `version` changes when the run has grown. */
  search: (run: string, query: string, version: string) => ['search', run, query, version] as const,
  remarks: (run: string, all: boolean, version: string) => ['remarks', run, all, version] as const,
  firstSeen: (run: string, scene: string, text: string) => ['first-seen', run, scene, text] as const,
  adoptions: (run: string) => ['adoptions', run] as const,
  adoptionPlan: (run: string, body: string) => ['adoption-plan', run, body] as const,
  notes: (run: string) => ['notes', run] as const,
  fanOuts: (run: string) => ['fan-outs', run] as const,
  /** `world` as for a plan. */
  fanOutPlan: (run: string, body: string, world: string) => ['fan-out-plan', run, body, world] as const,
  files: (run: string, id: string) => ['files', run, id] as const,
  sceneFile: (run: string, id: string) => ['scene-file', run, id] as const,
  diff: (of: { run: string; leftRun: string; leftId: string; rightId: string; space: string }) =>
    ['diff', of] as const,
  messages: (run: string, id: string, from: number, count: number) =>
    ['messages', run, id, from, count] as const,
  messagePair: (asked: AskedPair) => ['message-pair', asked] as const,
  /** Of all runs; those of one begin with it. */
  comparisons: ['comparison'] as const,
  comparison: (run: string, sides: readonly string[]) => ['comparison', run, sides] as const,
  comparedFile: (run: string, sides: readonly string[], path: string, version: string) =>
    ['compared-file', run, sides, path, version] as const,
};
