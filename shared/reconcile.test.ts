import { expect, test } from 'vitest';
import { type CallFacts, reconcile } from './reconcile.ts';
import { toolClassSchema } from './toolClass.ts';

const read = { toolClass: 'read' } as const;
const workspace = { toolClass: 'workspace' } as const;
const command = { toolClass: 'command' } as const;
const external = { toolClass: 'external' } as const;
const check = { ...command, isCheck: true };
const idempotent = { ...external, isIdempotent: true };
const probed = { ...external, hasProbe: true };

const fresh: CallFacts = {
  toolClass: 'external',
  isIdempotent: false,
  hasProbe: false,
  isCheck: false,
  decision: null,
  isRunning: false,
  hasEnd: false,
  wereFilesPutBack: false,
  wasOpened: false,
  keptJournal: true,
  files: 'unknown',
  isIdShared: false,
  isCopied: false,
};

const neverOpened = {};
const ended = { wasOpened: true, hasEnd: true };
const endedAndPutBack = { ...ended, wereFilesPutBack: true };
const opened = { wasOpened: true };
const noJournal = { keptJournal: false };
const copied = { isCopied: true };
const running = { wasOpened: true, isRunning: true };

const anyClass = toolClassSchema.options.map(toolClass => ({ toolClass }));

type Row = [string, Partial<CallFacts>, Partial<CallFacts>[], string];
const table: Row[] = [
  // what is known                          facts            of these calls            what happens
  ['its end', ended, anyClass, 'reuse: end-known'],
  ['its end, files put back since', endedAndPutBack, [workspace, check], 'run-again: files-put-back'],
  ['its end, files put back since', endedAndPutBack, [command], 'ask: files-put-back'],
  ['its end, files put back since', endedAndPutBack, [external, read], 'reuse: end-known'],

  ['never opened, journal kept', neverOpened, anyClass, 'run: never-opened'],
  ['never opened, journal kept', neverOpened, [idempotent, probed, check], 'run: never-opened'],

  ['opened without an end', opened, [read, idempotent], 'run-again: read-or-idempotent'],
  ['no journal was kept', noJournal, [read, idempotent], 'run-again: read-or-idempotent'],
  ['opened without an end', opened, [probed], 'probe: has-probe'],
  ['no journal was kept', noJournal, [probed], 'probe: has-probe'],

  ['opened, files as before', { ...opened, files: 'as-before' }, [workspace], 'run-again: files-as-before'],
  ['opened, files changed', { ...opened, files: 'changed' }, [workspace], 'restore-and-run: files-changed'],
  ['opened, files not noted', opened, [workspace], 'tell-unknown: may-have-happened'],
  ['no journal was kept', noJournal, [workspace], 'run-again: no-journal'],

  ['opened without an end', opened, [command, check, external], 'tell-unknown: may-have-happened'],
  ['no journal was kept', noJournal, [command, check, external], 'tell-unknown: no-journal'],

  ['copied from an ancestor', copied, [read, workspace], 'run: never-opened'],
  [
    'copied from an ancestor',
    copied,
    [command, external, check, idempotent],
    'not-run-here: belongs-to-parent',
  ],
  ['copied without a journal', { ...copied, ...noJournal }, [external], 'not-run-here: belongs-to-parent'],
  ['copied, opened here', { ...copied, ...opened }, [external], 'tell-unknown: may-have-happened'],
  ['copied, ended here', { ...copied, ...ended }, [external], 'reuse: end-known'],

  ['a process still runs it', running, anyClass, 'wait-for-process: still-running'],
];

for (const [known, facts, calls, expected] of table) {
  for (const call of calls) {
    test(`${known} · ${Object.values(call).join(' ')} → ${expected}`, () => {
      const { outcome, why } = reconcile({ ...fresh, ...facts, ...call });
      expect(`${outcome}: ${why}`).toBe(expected);
    });
  }
}

test('of two calls with one id none runs, whatever is known or decided', () => {
  const decision = { kind: 'run' } as const;
  for (const facts of [neverOpened, ended, opened, noJournal, copied, running, { decision }]) {
    const reconciled = reconcile({ ...fresh, ...facts, isIdShared: true });
    expect(reconciled).toEqual({ outcome: 'not-run', why: 'duplicate-id' });
  }
});

test('the person’s decision goes before everything but a process that still runs the call', () => {
  const decision = { kind: 'did' } as const;
  for (const facts of [neverOpened, ended, endedAndPutBack, opened, noJournal, copied]) {
    expect(reconcile({ ...fresh, ...facts, decision }).outcome).toBe('as-decided');
  }
  expect(reconcile({ ...fresh, ...running, decision }).outcome).toBe('wait-for-process');
});
