import { expect, test } from 'vitest';
import type { BranchRun } from './branchRun.ts';
import { crashSteps, crashSwitch, dieAlone, SimulatedCrash } from './crash.ts';
import { runBranch } from './runBranch.ts';
import { call, modelOf, replyWith, says, toolOf } from './testing/scriptedParts.ts';
import { testBranch } from './testing/testBranch.ts';

/** Steps of the harness itself; the others are the store's and the workspace's. */
const steps = crashSteps.filter(step => !['head-write', 'capture', 'restore', 'fork'].includes(step));
const labels = steps.flatMap(step => [step, `after-${step}`] as const);

test.each(labels)(
  'a run that dies alone at %s writes nothing more, and can be resumed at once',
  async label => {
    const branch = testBranch();
    let sent = 0;
    const send = toolOf('send', {
      run: async () => {
        sent += 1;
        return { content: 'sent' };
      },
    });
    const run = (steps: Parameters<typeof modelOf>, crashPoint?: BranchRun['crashPoint']): BranchRun => ({
      branch,
      task: 'task',
      model: modelOf(...steps),
      tools: [send],
      settings: { model: 'm', system: '', maxTokens: 100 },
      limits: { turns: null, tokens: null, seconds: null, costUsd: null },
      context: { workspace: '/nowhere', runFolder: '/nowhere' },
      signal: new AbortController().signal,
      ...(crashPoint && { crashPoint }),
    });
    const asks = replyWith([call('t1', 'send')]);
    let written = 0;
    const { point } = crashSwitch(
      died => {
        written = branch.trace.length;
        return dieAlone(died);
      },
      { label, n: 1 },
    );

    await expect(runBranch(run([asks, says('Done.')], point))).rejects.toThrow(SimulatedCrash);
    expect(branch.trace.slice(written)).toEqual(['release']);
    const isAsked = branch.scenes.some(({ row }) => row.point === 'A');
    expect(await runBranch(run(isAsked ? [says('Done.')] : [asks, says('Done.')]))).toMatchObject({
      state: 'done',
    });
    const isLost = label === 'after-intent-write' || label === 'effect';
    expect(sent).toBe(isLost ? 0 : 1);
  },
);
