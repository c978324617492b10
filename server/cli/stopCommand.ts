import { type ExitCode, exitCode, type Output } from './output.ts';
import type { Services } from './services.ts';

/** `forkpoint stop`: stops a run wherever it runs, and waits until it stands still. */
export async function stop(
  run: string,
  branch: string | undefined,
  services: Services,
  output: Output,
): Promise<ExitCode> {
  const { stopped, dropped } = await services.commands.stopRun(run, branch);
  output.json({ run, stopped, dropped });
  if (stopped.length > 0)
    output.say(`Stopped ${stopped.join(', ')} of run “${run}” at a scene that can be resumed.`);
  if (dropped.length > 0)
    output.say(`Taken out of the queue of run “${run}”: ${dropped.join(', ')}. Nothing of it begins.`);
  return exitCode.done;
}
