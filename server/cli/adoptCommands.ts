import type { Command } from 'commander';
import { type Adoption, type AdoptionTarget, leftPaths } from '../../shared/adoption.ts';
import { MAIN } from '../../shared/branch.ts';
import type { RestoreEntry } from '../../shared/capture.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { checkedName } from '../../shared/name.ts';
import { runOfSide } from '../adopt/runOfSide.ts';
import { type Acting, type CommonOptions, collected, common, type End, withRun } from './acting.ts';
import { linesOfEntries } from './fileLines.ts';
import { type ExitCode, exitCode, type Output } from './output.ts';
import { paint } from './paint.ts';
import type { Services } from './services.ts';
import { counted } from './textLayout.ts';

interface AdoptOptions extends CommonOptions {
  into?: string;
  folder?: string;
  take?: string[];
  undo?: string;
  plan?: true;
  patch?: true;
}

/** The commands of a choice: `adopt` and `archive`. */
export function addChoosing(program: Command, acting: Acting, end: End): void {
  addAdopt(program, acting, end);
  addArchive(program, acting, end);
}

const adoptHelp = `
Written is what the side and the branch changed since the scene that both come from. What changed there meanwhile, and not
by the run, is left as it is, unless it is taken by name.

  forkpoint adopt derailed plan-b --plan
  forkpoint adopt derailed plan-b --into main --take src/invoice.mjs
  forkpoint adopt derailed --undo 1a2b3c4d5e6f
  forkpoint adopt derailed plan-b --patch | git apply`;

function addAdopt(program: Command, acting: Acting, end: End): void {
  common(program.command('adopt'))
    .description('Bring the files of a branch into another one, or into a folder of yours.')
    .argument('<run>', 'its id')
    .argument('[side]', 'the branch, or the address of a scene; RUN/BRANCH of another run goes into a folder')
    .option('--into <branch>', `the branch whose workspace they go into (default ${MAIN})`)
    .option('--folder <dir>', 'a folder of yours instead')
    .option('--take <path>', 'write over this file, although somebody changed it; may be repeated', collected)
    .option('--plan', 'only show what would be done')
    .option('--patch', 'only print the difference, as git apply takes it')
    .option('--undo <id>', 'put back what an adoption changed')
    .addHelpText('after', adoptHelp)
    .action(async (run: string, side: string | undefined, _flags: AdoptOptions, command: Command) => {
      const flags = command.optsWithGlobals<AdoptOptions>();
      end(await withRun(run, flags, acting, (services, id) => choose(id, side, flags, services, acting)));
    });
}

async function choose(
  run: string,
  side: string | undefined,
  flags: AdoptOptions,
  { adoptions }: Services,
  { output, stdout }: Acting,
): Promise<ExitCode> {
  const take = flags.take ?? [];
  if (flags.undo !== undefined) {
    if (flags.plan) return tellPlan(await adoptions.planUndo(run, flags.undo, { take }), output);
    return tellDone(run, await adoptions.undo(run, flags.undo, { take }), output);
  }
  if (side === undefined) throw new ForkpointError('bad-request', { detail: 'name a branch, or --undo' });
  const into = targetOf(flags);
  const own = runOfSide(run, side, into);
  if (flags.patch) {
    const patch = await adoptions.patch(own.run, own.side, 'branch' in into ? into.branch : null);
    output.json(patch);
    // On a terminal nothing is obeyed; whoever reads it from a pipe gets every byte.
    if (!output.isJson && stdout.isTTY === true) output.say((patch.text ?? '').trimEnd());
    else if (!output.isJson) stdout.write(patch.text ?? '');
    for (const { path, why } of patch.leftOut) output.note(`not in it: ${path} (${why})`);
    return exitCode.done;
  }
  const wish = { side: own.side, into, take };
  if (flags.plan) return tellPlan(await adoptions.plan(own.run, wish), output);
  return tellDone(own.run, await adoptions.adopt(own.run, wish), output);
}

function targetOf({ into, folder }: AdoptOptions): AdoptionTarget {
  if (into !== undefined && folder !== undefined)
    throw new ForkpointError('bad-request', { detail: 'give --into or --folder, not both' });
  return folder === undefined ? { branch: checkedName(into ?? MAIN) } : { folder };
}

function tellPlan(plan: { entries: RestoreEntry[] }, output: Output): ExitCode {
  output.json(plan);
  const left = plan.entries.filter(({ action }) => action === 'conflict' || action === 'keep').length;
  output.say(paint.bold(`${counted(plan.entries.length - left, 'file')} to write, ${left} left as they are`));
  for (const line of linesOfEntries(plan.entries)) output.say(line);
  return exitCode.done;
}

function tellDone(run: string, adoption: Adoption, output: Output): ExitCode {
  const { undone, entries, verified } = { ...adoption, ...adoption.undone };
  output.json(adoption);
  const place = adoption.into.branch ?? adoption.into.folder;
  const left = leftPaths(entries).length;
  const rest = `${counted(left, 'path')} in ${place} ${left === 1 ? 'is left as it is' : 'are left as they are'}`;
  const whole = undone === null ? `${adoption.from.address} is in ${place}` : `${place} is as it was before`;
  const what = left === 0 ? whole : `${rest}, ${counted(entries.length - left, 'other path')} put in place`;
  output.say(paint.bold(`${what}${verified ? '' : ' (not all of it could be verified)'}`));
  for (const { path, result, detail } of entries)
    output.say(`  ${result.padEnd(13)} ${path}${detail === null ? '' : ` (${detail})`}`);
  const back = `forkpoint adopt ${run} --undo ${adoption.id}`;
  if (undone === null) output.note(`Take it back with: ${back}`);
  else if (left > 0) output.note(`Take back what was left with: ${back} --take PATH`);
  return verified ? exitCode.done : exitCode.failed;
}

function addArchive(program: Command, acting: Acting, end: End): void {
  common(program.command('archive'))
    .description('Leave branches out of what is drawn and counted. Nothing of them is deleted.')
    .argument('<run>', 'its id')
    .argument('<branches...>', 'their names')
    .option('--undo', 'bring them back')
    .action(async (run: string, branches: string[], _flags: CommonOptions, command: Command) => {
      const flags = command.optsWithGlobals<CommonOptions & { undo?: true }>();
      const isArchived = flags.undo !== true;
      const changes = branches.map(
        branch => ({ kind: 'branch-archive', branch: checkedName(branch), isArchived }) as const,
      );
      end(
        await withRun(run, flags, acting, async ({ notes, index }, id) => {
          const reply = await notes.change(id, changes, await (await index.source(id)).rows());
          acting.output.json(reply.record.branches);
          acting.output.say(`${isArchived ? 'Archived' : 'Brought back'}: ${branches.join(', ')}`);
          return exitCode.done;
        }),
      );
    });
}
