import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MortalRuns, mortalRuns } from '../cli/testing/mortalRuns.ts';
import {
  goodKey,
  type MessagesServer,
  replyOf,
  startMessagesServer,
} from '../model/testing/messagesServer.ts';
import { openRun } from '../store/fileStore.ts';

const mail = { to: 'team@example.org', subject: 'Version 2', body: 'It is out.' };
let server: MessagesServer;
let runs: MortalRuns;
beforeEach(async () => {
  server = await startMessagesServer([
    replyOf([{ type: 'tool_use', id: 'toolu_mail', name: 'send_email', input: mail }], 'tool_use'),
    replyOf([{ type: 'text', text: 'I leave it at that.' }], 'end_turn'),
  ]);
  runs = await mortalRuns({ ANTHROPIC_API_KEY: goodKey, ANTHROPIC_BASE_URL: server.url });
});
afterEach(async () => {
  await server.close();
  await runs.remove();
});

test.each([
  ['after-intent-write', 0],
  ['after-effect', 1],
])(
  'after a crash at %s the next request holds that the mail may have been sent; mails: %i',
  async (label, mails) => {
    const run = await runs.fresh();
    const died = await run.process('run --run run --task Announce. --effects live', `${label}:1`);
    expect(died.code, died.said).toBe(137);
    const resumed = await run.process('resume run');
    expect(resumed.code, resumed.said).toBe(0);

    const branch = openRun(run.folder, { id: 'run', cacheFolder: null, readOnly: true }).branch('main');
    const { checkpoint } = await branch.loadCheckpoint(1, { point: 'B' });
    expect(server.requests).toHaveLength(2);
    const sent = withoutCacheMarks(server.requests[1]?.messages);
    expect(sent).toEqual(withoutCacheMarks(checkpoint?.messages));
    expect(sent).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_mail',
            is_error: true,
            content: expect.stringContaining('It may have happened.'),
          },
        ],
      },
    ]);
    expect((await run.state()).mails).toBe(mails);
  },
  120_000,
);

/** They are put on the newest message alone, in the copy that is sent; a text that carries one is a block. */
function withoutCacheMarks(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === 'cache_control' ? undefined : inner)));
}
