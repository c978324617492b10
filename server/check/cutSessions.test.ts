import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProblems } from '../../shared/findProblems.ts';
import { repairMessages } from '../../shared/repairMessages.ts';
import { strictViolations } from '../../shared/testing/strictChecker.ts';
import { ClaudeCodeSource } from '../sources/transcript/claudeCodeSource.ts';

const folder = process.env.FORKPOINT_SESSIONS;
const files = folder ? readdirSync(folder).filter(name => name.endsWith('.jsonl')) : [];

describe.skipIf(!folder)(
  'recorded sessions, cut anywhere (skipped where FORKPOINT_SESSIONS names no folder)',
  () => {
    test.each(files)(
      '%s: the repaired copy of every cut is legal',
      async name => {
        const source = new ClaudeCodeSource({ path: join(folder ?? '', name), id: 'cut' });
        const { branches } = await source.rows();
        for (const { head } of branches) {
          const messages = head === null ? [] : ((await source.scene(head)).checkpoint?.messages ?? []);
          for (let end = 1; end <= messages.length; end++) {
            const cut = messages.slice(0, end);
            const { messages: copy } = repairMessages(cut);
            expect(strictViolations(copy), `${name}, cut behind message ${end}`).toEqual([]);
            if (findProblems(cut).every(problem => problem.severity === 'warning')) expect(copy).toBe(cut);
          }
        }
      },
      120_000,
    );
  },
);
