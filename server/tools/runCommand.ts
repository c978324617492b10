import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { z } from 'zod';
import { CappedOutput } from './cappedOutput.ts';
import { commandEnvironment } from './commandEnvironment.ts';
import { defineTool } from './defineTool.ts';
import { refuseLinkedFolder } from './ownFolders.ts';
import { endGroup, findsStrays } from './processGroup.ts';
import type { ToolContext, ToolOutcome } from './tool.ts';
import { failIfStopped } from './toolFailure.ts';

const TIME_LIMIT_SECONDS = 120;
/** Tells the processes of one command from all others. */
const MARK_NAME = 'FORKPOINT_COMMAND';
const OUTPUT_LIMIT_BYTES = 100_000;
/** How long output may still arrive once the group is gone: something outside of it holds the pipe. */
const DRAIN_MS = 200;

type Ending =
  | { kind: 'exit'; code: number }
  | { kind: 'killed'; signal: string }
  | { kind: 'time' }
  | { kind: 'stop' };

export const runCommandTool = defineTool({
  name: 'run_command',
  description: `Runs a shell command (sh -c) in the workspace and gives its output and exit code. After ${TIME_LIMIT_SECONDS} seconds, or fewer if asked, it is ended. What it leaves in the background ends with it${findsStrays ? '' : ', unless it leaves its process group'}. There is no terminal and no input.`,
  toolClass: 'command',
  input: z.strictObject({
    command: z.string().min(1).describe('The command line'),
    timeout_seconds: z.number().positive().max(TIME_LIMIT_SECONDS).optional(),
  }),
  target: ({ command }) => command,
  run: async ({ command, timeout_seconds = TIME_LIMIT_SECONDS }, context) => {
    failIfStopped(context.signal);
    const mark = randomUUID();
    const { child, output } = await started(command, context, mark);
    const ending = await endingOf(child, timeout_seconds, context.signal);
    await endGroup(child, `${MARK_NAME}=${mark}`);
    await drained(child);
    return outcomeOfCommand(output.text(), ending, timeout_seconds);
  },
});

async function started(
  command: string,
  context: ToolContext,
  mark: string,
): Promise<{ child: ChildProcess; output: CappedOutput }> {
  const own = commandEnvironment(process.env, context);
  const env = { ...own, [MARK_NAME]: mark };
  const home = own.HOME ?? context.runFolder;
  await refuseLinkedFolder(context.runFolder, home);
  await mkdir(home, { recursive: true });
  // One pipe for both outputs keeps their order.
  const child = spawn('sh', ['-c', 'exec sh -c "$1" 2>&1', 'sh', command], {
    cwd: context.workspace,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const output = new CappedOutput(OUTPUT_LIMIT_BYTES);
  child.stdout?.on('data', (chunk: Buffer) => output.add(chunk));
  await once(child, 'spawn');
  return { child, output };
}

/** How the shell itself ended, or what ended the wait for it. */
async function endingOf(child: ChildProcess, limitSeconds: number, signal: AbortSignal): Promise<Ending> {
  return await new Promise(resolve => {
    const stop = () => settle({ kind: 'stop' });
    const timer = setTimeout(() => settle({ kind: 'time' }), limitSeconds * 1000);
    const settle = (ending: Ending) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(ending);
    };
    signal.addEventListener('abort', stop);
    child.once('exit', (code, killedBy) =>
      settle(code === null ? { kind: 'killed', signal: killedBy ?? 'unknown' } : { kind: 'exit', code }),
    );
    if (signal.aborted) stop();
  });
}

async function drained(child: ChildProcess): Promise<void> {
  const { stdout } = child;
  if (!stdout || stdout.closed) return;
  const timer = setTimeout(() => stdout.destroy(), DRAIN_MS);
  await once(stdout, 'close');
  clearTimeout(timer);
}

function outcomeOfCommand(output: string, ending: Ending, limitSeconds: number): ToolOutcome {
  const body = output === '' || output.endsWith('\n') ? output : `${output}\n`;
  const content = `${body}${wordsOfEnding(ending, limitSeconds)}`;
  return ending.kind === 'exit' && ending.code === 0 ? { content } : { content, isError: true };
}

function wordsOfEnding(ending: Ending, limitSeconds: number): string {
  if (ending.kind === 'exit') return `exit ${ending.code}`;
  if (ending.kind === 'killed') return `ended by ${ending.signal}`;
  if (ending.kind === 'time') return `ended at the time limit of ${limitSeconds} s`;
  return 'stopped by the person before it was finished';
}
