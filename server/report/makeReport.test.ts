import { describe, expect, test } from 'vitest';
import { type Checkpoint, checkpointFromJson } from '../../shared/checkpoint.ts';
import { isForkpointError } from '../../shared/errors.ts';
import { columnOf, drawnComparison } from '../../shared/report/testing/drawnComparison.ts';
import type { ReportParts } from './makeReport.ts';
import { type ReportWish, RunReports } from './runReports.ts';

/** Put together here, so that nobody's scanner takes this file for a leak. */
const key = ['sk', 'ant', 'api03', 'Zk3vQ9_x7Lm2PpRt5Wy8'].join('-');
const ownKey = 'a-key-of-this-process';

/** A scene whose person said something, with keys in several places. */
function sceneOf(said: string): Checkpoint {
  const messages = [
    { role: 'user', content: `Deploy it. The key is ${key}.` },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 't', name: 'deploy', input: { password: 'open sesame', with: key } }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: `ok ${ownKey}` }] },
    { role: 'user', content: said },
  ];
  return checkpointFromJson(
    { version: 1, task: 't', turns: 1, tokensUsed: 1, messages, pendingToolUse: null },
    'test',
  );
}

/** A comparison in which the same keys stand too, cut off where a line would be too long. */
const comparison = drawnComparison({
  columns: [
    columnOf('plan-b', 17, { plan: { words: `use ${key.slice(0, 18)}…`, at: null } }),
    columnOf('plan-c', 16, {
      answer: {
        text: `Done with ${key}, ${ownKey}`,
        leftOut: 0,
        at: { address: 'plan-c:16-B', scene: 's', turn: 16 },
      },
    }),
  ],
  files: [
    {
      path: 'config.env',
      isSame: false,
      sides: [{ state: 'absent' }, { state: 'file', group: 1, sizeBytes: 40, mode: 0o644 }],
      changes: [null, 'created'],
    },
  ],
});

const parts: ReportParts = {
  compare: async () => comparison,
  compareFile: async (_run, _sides, path) => ({
    path,
    sides: [
      { state: 'absent' },
      { state: 'text', text: `API_KEY=${key}\nDEBUG=1`, sizeBytes: 40, digest: 'd' },
    ],
  }),
  checkpointOf: async (_run, address) =>
    sceneOf(address.startsWith('plan-b') ? 'go on with the queue' : 'go on with two services'),
  opinionsOf: async () => [{ branch: 'plan-b', verdict: 'chosen', note: `as ${key}` }],
  secrets: async () => [ownKey],
  now: () => new Date('2026-11-30T10:00:00Z'),
};

const report = (wish: Partial<ReportWish> = {}) =>
  new RunReports(parts).make('derailed', { sides: 'plan-b,plan-c', format: 'html', ...wish });

describe('a report of a comparison', () => {
  test.each(['html', 'markdown'] as const)(
    'holds no key that the texts of the run held, as %s',
    async format => {
      const { text, masked } = await report({ format });
      for (const secret of [key, ownKey, 'open sesame', key.slice(0, 18)]) expect(text).not.toContain(secret);
      // The password stands in a message that both sides share, which is not told.
      expect(masked).toEqual([{ kind: 'key', count: 2 }]);
      expect(text).toContain('What looks like a secret is masked');
    },
  );

  test('has what was chosen and nothing else', async () => {
    const { text } = await report({ parts: 'files' });
    expect(text).toContain('config.env');
    expect(text).not.toContain('plan of plan-b');
    expect(text).not.toContain('first divergence');
    expect(text).not.toContain('go on with');
    const outcome = await report({ parts: 'outcome' });
    expect(outcome.text).toContain('preferred');
    expect(outcome.text).not.toContain('config.env');
  });

  test('tells the messages of each further side against the first', async () => {
    const { text } = await report({ parts: 'messages' });
    expect(text).toContain('Messages and settings: plan-b against plan-c');
    expect(text).toContain('<mark>');
    expect(text).not.toContain('Deploy it');
  });

  test('has a file name of letters that every system takes', async () => {
    expect((await report()).fileName).toBe('forkpoint-derailed-plan-b-plan-c.html');
    const { fileName, mediaType } = await report({
      sides: undefined,
      left: 'main:1-B~1',
      right: 'other/@x.y',
      format: 'markdown',
    });
    expect(fileName).toBe('forkpoint-derailed-main-1-B-1-other-x.y.md');
    expect(mediaType).toBe('text/markdown');
  });
});

test.each([
  { sides: undefined },
  { sides: undefined, left: '1-B' },
  { parts: 'outcome,nothing' },
  { sides: undefined, left: '1-B', right: '2-B', parts: 'files' },
])('what cannot be told is refused: %j', async wish => {
  await expect(report(wish)).rejects.toSatisfy(error => isForkpointError(error, 'bad-request'));
});
