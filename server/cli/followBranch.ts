import { readableJson } from '../../shared/blockText.ts';
import { MAIN } from '../../shared/branch.ts';
import { wordsOfProblem } from '../../shared/errorWords.ts';
import { isOpenQuestion } from '../../shared/gate.ts';
import type { BranchRow, RunRows } from '../../shared/rows.ts';
import { type Draft, eventsBetween, type RunEvent, type StreamedEvent } from '../../shared/runEvent.ts';
import { summaryOf } from '../../shared/runSummary.ts';
import { callDetail } from '../../shared/sceneRow.ts';
import { LiveRun } from '../live/liveRun.ts';
import type { Interrupt } from './interrupt.ts';
import { type ExitCode, exitCode, type Output } from './output.ts';
import type { Services } from './services.ts';
import { lineOfRest, linesOfTurn } from './turnLines.ts';
import { visibleText } from './visibleText.ts';

/** What is followed, and from where on it is told. */
export interface Followed {
  run: string;
  branch: string;
  /** The rows that are known already; null tells everything from the first scene on. */
  since: RunRows | null;
}

/**
 * Tells of each turn of a branch that was just started here until it rests, and gives the exit code of how it does. With
 * `--json` every stored event of the run is one line; what a model is still writing is left out.
 */
export async function followBranch(
  { run, branch, since }: Followed,
  { services, output, interrupt }: { services: Services; output: Output; interrupt: Interrupt },
): Promise<ExitCode> {
  interrupt.onFirst(() => {
    output.note('Stopping at a scene that can be resumed…');
    services.runner.stopAll().catch(services.onError);
  });
  const rows = await followToRest({ run, branch, since }, services, output);
  const row = rows.branches.find(entry => entry.name === branch);
  if (!row) return exitCode.failed;
  const { turns, tokens } = summaryOf(rows);
  output.note(lineOfRest(branch === MAIN ? run : `${run}/${branch}`, row, turns, tokens));
  for (const line of linesOfQuestions(run, rows, branch)) output.note(line);
  return exitCodeOf(row);
}

/** The exit code of how a branch rests. */
export function exitCodeOf(branch: BranchRow): ExitCode {
  if (branch.state === 'done') return exitCode.done;
  return branch.state === 'waiting' ? exitCode.waiting : exitCode.failed;
}

/** What waits for the person, exactly as it would run, and how to answer it. */
export function linesOfQuestions(run: string, rows: RunRows, branch: string): string[] {
  const open = rows.questions.filter(question => question.branch === branch && isOpenQuestion(question));
  return open.flatMap(({ callId, name, input, earlier }) => {
    const first = earlier ? `, which ${earlier.branch}:${earlier.turn ?? '?'} did already` : '';
    return [
      `  ? ${visibleText(name)} ${visibleText(callDetail(input))}${first}`,
      ...readableJson(input)
        .split('\n')
        .map(line => `      ${visibleText(line)}`),
      `    forkpoint answer ${run} ${callId} --branch ${branch} --approve | --refuse`,
    ];
  });
}

async function followToRest(
  { run, branch, since }: Followed,
  services: Services,
  output: Output,
): Promise<RunRows> {
  const source = await services.index.source(run);
  return new Promise((resolve, reject) => {
    const tell = (events: readonly StreamedEvent[]) => {
      for (const streamed of events) tellOf(streamed, branch, output);
    };
    const endAtRest = () => {
      const { rows } = live;
      if (!rows || rows.branches.some(row => row.name === branch && row.state === 'running')) return;
      live.close();
      stopWaits();
      resolve(rows);
    };
    const live = new LiveRun({
      run,
      source,
      onEvents: events => {
        tell(events);
        endAtRest();
      },
      onError: reject,
    });
    const stopWaits = services.runner.onDraft(waitTeller(run, output));
    live.state().then(({ cursor, ...rows }) => {
      const events = eventsBetween(since ?? emptyRows(rows), rows);
      tell(numbered(run, cursor, events));
      endAtRest();
    }, reject);
  });
}

/** Events as if they had been streamed: the last one leads to the cursor. */
function numbered(
  run: string,
  cursor: StreamedEvent['cursor'],
  events: readonly RunEvent[],
): StreamedEvent[] {
  return events.map((event, index) => ({
    run,
    cursor: { ...cursor, seq: cursor.seq - events.length + 1 + index },
    event,
  }));
}

function emptyRows({ run }: RunRows): RunRows {
  return { run, branches: [], scenes: [], effects: [], journal: [], questions: [], problems: [] };
}

function tellOf(streamed: StreamedEvent, branch: string, output: Output): void {
  const { event } = streamed;
  output.json(streamed);
  if (output.isJson || event.type !== 'scene-added' || event.scene.branch !== branch) return;
  const { scene } = event;
  if (scene.point === 'B' && scene.turn > 0) for (const line of linesOfTurn(scene)) output.say(line);
}

/** Says once for each wait that a try failed, why, and when the next one comes. */
function waitTeller(run: string, output: Output) {
  let told = 0;
  return (of: string, _branch: string, draft: Draft | null) => {
    if (of !== run || !draft?.wait || draft.wait.untilMs === told) return;
    const { untilMs, attempt, problem } = draft.wait;
    told = untilMs;
    const seconds = Math.max(1, Math.ceil((untilMs - Date.now()) / 1000));
    output.note(`     ${wordsOfProblem(problem)} Try ${attempt + 1} in ${seconds} s.`);
  };
}
