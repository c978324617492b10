import type { StartBody } from '../../shared/api.ts';
import { MAIN } from '../../shared/branch.ts';
import { followBranch } from './followBranch.ts';
import type { Interrupt } from './interrupt.ts';
import type { ExitCode, Output } from './output.ts';
import type { Services } from './services.ts';

/** `forkpoint run`: starts a run in this process and tells of each turn until its first branch rests. */
export async function runAndFollow(
  body: StartBody,
  services: Services,
  output: Output,
  interrupt: Interrupt,
): Promise<ExitCode> {
  const run = await services.commands.startRun(body);
  return await followBranch({ run, branch: MAIN, since: null }, { services, output, interrupt });
}
