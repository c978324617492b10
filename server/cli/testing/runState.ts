import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MAIN } from '../../../shared/branch.ts';
import { pairCalls } from '../../../shared/calls.ts';
import type { JournalLine } from '../../../shared/effect.ts';
import { currentQuestions, isOpenQuestion } from '../../../shared/gate.ts';
import { textOfResult } from '../../../shared/message.ts';
import { openRun } from '../../store/fileStore.ts';
import { loadTickets } from '../../tools/tickets.ts';
import { snapshotOf } from '../../workspace/testing/snapshot.ts';

/** What a run has come to: in the world, in its files, at its gate, and in what its model was told. */
export interface RunState {
  branches: string[];
  /** Turn and point of the branch's head. */
  at: string;
  state: string;
  /** How often the branch was rewound. */
  moves: number;
  unanswered: number;
  /** The calls of which the model was told, as an error, that they may have happened. */
  inDoubt: string[];
  /** The calls that journal and ledger know the start of and not the end. */
  withoutEnd: string[];
  /** How often the calls of a tool were started. */
  openings: Record<string, number>;
  /** The tool of the call that was started last. */
  lastOpened: string | null;
  mails: number;
  tickets: string[];
  effects: string[];
  /** The tools of all questions that were ever asked. */
  asked: string[];
  waitsFor: { name: string; callId: string; branch: string; isRepeat: boolean }[];
  /** By path: kind, mode and digest. */
  files: Record<string, string>;
}

/** Reads a run that nobody acts on. @param folder the run's own */
export async function stateOfRun(folder: string, name = MAIN): Promise<RunState> {
  const run = openRun(folder, { id: 'run', cacheFolder: null, readOnly: true });
  const { branches } = await run.rows();
  const { questions } = await run.gate.read();
  const branch = run.branch(name);
  const head = await branch.loadLatest();
  const results = pairCalls(head?.checkpoint?.messages ?? []);
  const journal = await branch.loadJournal();
  const opened = journal.filter(line => line.event === 'open');
  return {
    branches: branches.map(row => row.name).sort(),
    at: head ? `${head.row.turn}-${head.row.point}` : 'nowhere',
    state: branches.find(row => row.name === name)?.state ?? 'missing',
    moves: (await branch.record()).moves.length,
    unanswered: results.filter(({ result }) => result === null).length,
    inDoubt: results
      .filter(({ result }) => result?.is_error && textOfResult(result).includes('It may have happened.'))
      .map(({ call }) => call.name),
    withoutEnd: opened.filter(line => !hasEnd(line, journal)).map(line => line.name),
    openings: Object.fromEntries(
      [...new Set(opened.map(line => line.name))].map(tool => [
        tool,
        opened.filter(line => line.name === tool).length,
      ]),
    ),
    lastOpened: opened.at(-1)?.name ?? null,
    mails: (await readdir(join(folder, 'outbox')).catch(() => [])).length,
    tickets: (await loadTickets(folder)).map(ticket => ticket.title),
    effects: (await branch.loadEffects()).map(row => row.name),
    asked: questions.map(question => question.name),
    waitsFor: currentQuestions(questions.filter(isOpenQuestion), branches).map(question => ({
      name: question.name,
      callId: question.callId,
      branch: question.branch,
      isRepeat: question.earlier !== null,
    })),
    files: filesOf(join(folder, 'workspaces', name)),
  };
}

function hasEnd(open: JournalLine, journal: readonly JournalLine[]): boolean {
  return journal.some(
    line => line.event === 'ended' && line.scene === open.scene && line.position === open.position,
  );
}

function filesOf(workspace: string): RunState['files'] {
  return Object.fromEntries([...snapshotOf(workspace)].map(([path, { value }]) => [path, value]));
}
