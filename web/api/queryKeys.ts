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
  notes: (run: string) => ['notes', run] as const,
  files: (run: string, id: string) => ['files', run, id] as const,
  sceneFile: (run: string, id: string) => ['scene-file', run, id] as const,
  diff: (run: string, left: string, right: string) => ['diff', run, left, right] as const,
};
