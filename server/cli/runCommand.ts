import type { StartBody } from '../../shared/api.ts';
import { MAIN } from '../../shared/branch.ts';
import type { Problem } from '../../shared/errors.ts';
import { wordsOfProblem } from '../../shared/errorWords.ts';
import type { BranchRow, RunRows } from '../../shared/rows.ts';
import { type Draft, eventsBetween, type StreamedEvent } from '../../shared/runEvent.ts';
import { LiveRun } from '../live/liveRun.ts';
import { summaryOf } from '../runs/runSummary.ts';
import type { Interrupt } from './interrupt.ts';
import { type ExitCode, exitCode, type Output } from './output.ts';
import type { Services } from './services.ts';
import { lineOfRest, linesOfTurn } from './turnLines.ts';

/**
 * `forkpoint run`: starts a run in this process and tells of each turn until the branch rests. With `--json` every
 * stored event is one line; what a model is still writing is left out.
 */
export async function runAndFollow(
  body: StartBody,
  services: Services,
  output: Output,
  interrupt: Interrupt,
): Promise<ExitCode> {
  const run = await services.commands.startRun(body);
  interrupt.onFirst(() => {
    output.note('Stopping at a scene that can be resumed…');
    services.runner.stopAll().catch(services.onError);
  });
  const rows = await followToRest(run, services, output);
  const main = rows.branches.find(branch => branch.name === MAIN);
  if (!main) return exitCode.failed;
  const { turns, tokens } = summaryOf(rows);
  output.note(lineOfRest(run, main, turns, tokens));
  return exitCodeOf(main);
}

function exitCodeOf(branch: BranchRow): ExitCode {
  if (branch.state === 'done') return exitCode.done;
  return branch.state === 'waiting' ? exitCode.waiting : exitCode.failed;
}

/** Tells of every event, from the run's first scene on, and gives the rows once its main branch stands still. */
async function followToRest(run: string, services: Services, output: Output): Promise<RunRows> {
  const source = await services.index.source(run);
  return new Promise((resolve, reject) => {
    const tell = (events: readonly StreamedEvent[]) => {
      for (const streamed of events) tellOf(streamed, output);
    };
    const endAtRest = () => {
      const { rows } = live;
      if (!rows || rows.branches.some(branch => branch.state === 'running')) return;
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
      const events = eventsBetween(emptyRows(rows), rows);
      tell(
        events.map((event, index) => ({
          run,
          cursor: { ...cursor, seq: cursor.seq - events.length + 1 + index },
          event,
        })),
      );
      endAtRest();
    }, reject);
  });
}

function emptyRows(rows: RunRows): RunRows {
  return { run: rows.run, branches: [], scenes: [], effects: [], journal: [], problems: [] };
}

function tellOf(streamed: StreamedEvent, output: Output): void {
  const { event } = streamed;
  output.json(streamed);
  if (output.isJson || event.type !== 'scene-added') return;
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
    output.note(`     ${wordsOfProblem(problem as Problem)} Try ${attempt + 1} in ${seconds} s.`);
  };
}
