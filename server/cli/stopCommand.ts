import { type ExitCode, exitCode, type Output } from './output.ts';
import type { Services } from './services.ts';

/** `forkpoint stop`: stops a run wherever it runs, and waits until it stands still. */
export async function stop(
  run: string,
  branch: string | undefined,
  services: Services,
  output: Output,
): Promise<ExitCode> {
  const stopped = await services.commands.stopRun(run, branch);
  output.json({ run, stopped });
  output.say(`Stopped ${stopped.join(', ')} of run “${run}” at a scene that can be resumed.`);
  return exitCode.done;
}
