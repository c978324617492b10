import { SceneDiffs, type ScenePlace } from '../diff/sceneDiffs.ts';
import { type DiffWriting, linesOfSceneDiff } from './diff/sceneDiffLines.ts';
import { type ExitCode, exitCode, type Output } from './output.ts';
import type { Services } from './services.ts';

/** What `forkpoint diff` was asked for. */
export interface DiffAsked extends DiffWriting {
  left: ScenePlace;
  right: ScenePlace;
}

/** `forkpoint diff`: what differs between the messages and the request settings of two scenes, of one run or of two. */
export async function diff(asked: DiffAsked, { index }: Services, output: Output): Promise<ExitCode> {
  // The rows as they are on the disk: nobody follows the run from here.
  const diffs = new SceneDiffs({
    rowsOf: async run => (await index.source(run)).rows(),
    openSource: run => index.source(run),
  });
  const reply = await diffs.diff(asked.left, asked.right, asked);
  output.json(reply);
  if (output.isJson) return exitCode.done;
  for (const line of linesOfSceneDiff(reply, asked)) output.say(line);
  return exitCode.done;
}
