import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findsStrays } from './processGroup.ts';
import { runCommandTool } from './runCommand.ts';
import { temporaryRun } from './testing/temporaryRun.ts';

afterEach(() => vi.unstubAllEnvs());

/** Far above what a busy machine needs, and far below the minute that the commands here would last by themselves. */
const soonMs = 15_000;

const run = async (command: string, more: Record<string, unknown> = {}) => {
  const { context } = await temporaryRun();
  return await runCommandTool.run({ command, ...more }, context);
};

/** Whether a process still runs. In a container nobody may collect the dead: they stay listed, in state Z. */
async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) Z/.test(state);
}

describe('what a command gives', () => {
  test('both outputs in their order, and the exit code last', async () => {
    const outcome = await run('echo one; echo two >&2; echo three; exit 3');
    expect(outcome).toEqual({ content: 'one\ntwo\nthree\nexit 3', isError: true });
    expect(await run('printf end')).toEqual({ content: 'end\nexit 0' });
    expect(await run('true')).toEqual({ content: 'exit 0' });
  });

  test('the middle of a flood is cut, and the result says so', async () => {
    const { content } = await run('i=0; while [ $i -lt 30000 ]; do echo "line $i"; i=$((i+1)); done');
    const text = String(content);
    expect(text.length).toBeLessThan(101_000);
    expect(text).toMatch(/^line 0\nline 1\n/);
    expect(text).toMatch(/\n\[… \d+ bytes cut …\]\nline \d+\n/);
    expect(text).toMatch(/line 29999\nexit 0$/);
  });

  test('it runs in the workspace, on the running node, without input', async () => {
    const { context, workspace } = await temporaryRun();
    const { content } = await runCommandTool.run(
      { command: 'pwd -P; cat; node -p process.version' },
      context,
    );
    expect(content).toBe(`${workspace}\n${process.version}\nexit 0`);
  });
});

test('no key of ours reaches a command, nor the person’s home', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'hidden-1');
  vi.stubEnv('GITHUB_TOKEN', 'hidden-2');
  vi.stubEnv('FORKPOINT_SECRET', 'hidden-3');
  vi.stubEnv('MY_SETTING', 'hidden-4');
  vi.stubEnv('NODE_OPTIONS', '--no-warnings');
  const { context, runFolder } = await temporaryRun();
  const { content } = await runCommandTool.run({ command: 'env; cd; pwd -P' }, context);
  expect(content).not.toMatch(/hidden|ANTHROPIC|NODE_OPTIONS/);
  expect(content).toContain(`HOME=${runFolder}/.home/main\n`);
});

describe('a command ends with everything it started', () => {
  test('at its time limit, though it ignores SIGTERM', async () => {
    const { context, at } = await temporaryRun();
    const command = "trap '' TERM; (trap '' TERM; sleep 60) & echo $! > child; echo started; sleep 60";
    const outcome = await runCommandTool.run({ command, timeout_seconds: 1 }, context);
    expect(outcome).toEqual({ content: 'started\nended at the time limit of 1 s', isError: true });
    expect(await isAlive(Number(await readFile(at('child'), 'utf8')))).toBe(false);
  });

  test('soon when the branch is stopped, though it ignores SIGTERM', async () => {
    const { context, at } = await temporaryRun();
    const stop = new AbortController();
    const command = "trap '' TERM; echo $$ > pid; while :; do sleep 0.05; done";
    const pending = runCommandTool.run({ command }, { ...context, signal: stop.signal });
    const pid = Number(await vi.waitFor(async () => await readFile(at('pid'), 'utf8'), { timeout: soonMs }));
    const stoppedAtMs = performance.now();
    stop.abort();
    const outcome = await pending;
    expect(performance.now() - stoppedAtMs).toBeLessThan(soonMs);
    expect(outcome).toMatchObject({
      isError: true,
      content: expect.stringContaining('stopped by the person'),
    });
    expect(await isAlive(pid)).toBe(false);
  });

  test('in the background too, and a held pipe does not hang it', async () => {
    const { context, at } = await temporaryRun();
    const startedAtMs = performance.now();
    const outcome = await runCommandTool.run({ command: 'sleep 60 & echo $! > child; echo done' }, context);
    expect(outcome).toEqual({ content: 'done\nexit 0' });
    expect(performance.now() - startedAtMs).toBeLessThan(soonMs);
    expect(await isAlive(Number(await readFile(at('child'), 'utf8')))).toBe(false);
  });

  test('one that left the group and holds the pipe does not hang it either', async () => {
    const { context, at } = await temporaryRun();
    const script =
      "const {spawn}=require('child_process');const c=spawn('sleep',['60'],{detached:true,stdio:'inherit'});c.unref();require('fs').writeFileSync('child',String(c.pid))";
    const startedAtMs = performance.now();
    expect(await runCommandTool.run({ command: `node -e "${script}"` }, context)).toEqual({
      content: 'exit 0',
    });
    expect(performance.now() - startedAtMs).toBeLessThan(soonMs);
    const pid = Number(await readFile(at('child'), 'utf8'));
    if (findsStrays) expect(await isAlive(pid)).toBe(false);
    else process.kill(pid);
  });

  test.skipIf(!findsStrays)('though it left the group, holds no pipe and ignores SIGTERM', async () => {
    const { context, at } = await temporaryRun();
    const stray = "trap '' TERM; echo $$ > child; while :; do sleep 0.05; done";
    const command = `setsid sh -c "${stray.replaceAll('$', '\\$')}" > /dev/null 2>&1 & while [ ! -s child ]; do sleep 0.01; done`;
    expect(await runCommandTool.run({ command }, context)).toEqual({ content: 'exit 0' });
    expect(await isAlive(Number(await readFile(at('child'), 'utf8')))).toBe(false);
  });

  test('a branch that was stopped before starts nothing', async () => {
    const { context, at } = await temporaryRun();
    const outcome = await runCommandTool.run(
      { command: 'touch made' },
      { ...context, signal: AbortSignal.abort() },
    );
    expect(outcome.isError).toBe(true);
    await expect(readFile(at('made'))).rejects.toThrow('ENOENT');
  });
});
