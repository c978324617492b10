import type { About, QueryOf } from '../../shared/api.ts';
import type { SearchQuery } from '../../shared/searchText.ts';
import type { RunAdoptions } from '../adopt/runAdoptions.ts';
import type { RunComparisons } from '../compare/runComparisons.ts';
import type { SceneDiffs } from '../diff/sceneDiffs.ts';
import type { LiveRuns } from '../live/liveRuns.ts';
import type { RunNotes } from '../notes/runNotes.ts';
import type { RunReports } from '../report/runReports.ts';
import type { RunCommands } from '../runs/commands.ts';
import type { RunIndex } from '../runs/runIndex.ts';
import { sceneFile } from '../runs/sceneFile.ts';
import { lightReply, sceneReply, wholeReply } from '../runs/sceneReply.ts';
import type { RunSearches } from '../search/runSearches.ts';
import type { Handlers } from './mountRoutes.ts';
import { RunReplies } from './runReplies.ts';

export interface HandlerParts {
  about(): Promise<About>;
  index: RunIndex;
  live: LiveRuns;
  commands: RunCommands;
  searches: RunSearches;
  notes: RunNotes;
  adoptions: RunAdoptions;
  comparisons: RunComparisons;
  reports: RunReports;
  diffs: SceneDiffs;
}

/** What each route does. Errors go to the app, which answers them. */
export function handlersOf(parts: HandlerParts): Handlers {
  const { about, index, live, commands, searches, notes, adoptions, comparisons, reports, diffs } = parts;
  const acted = async <T extends { run: string }>(act: Promise<T>): Promise<T> => {
    const done = await act;
    live.changed(done.run);
    return done;
  };
  const runs = new RunReplies();
  return {
    about,
    async listRuns() {
      const runs = await index.list(run => live.rowsOf(run));
      const rowsOf = async (run: string) => live.rowsOf(run) ?? (await (await index.source(run)).rows());
      return { runs: await Promise.all(runs.map(run => notes.withoutArchived(run, rowsOf))) };
    },
    getRun: async ({ params }) => runs.of(await live.state(params.run)),
    getScene: async ({ params, query }) => {
      const reply = await sceneReply(
        await live.state(params.run),
        await index.source(params.run),
        params.address,
      );
      return query.whole === undefined ? lightReply(reply) : wholeReply(reply);
    },
    getDiff: ({ params: { run }, query: { left, right, rightRun = run, space } }) =>
      diffs.lightDiff(
        { run, address: left },
        { run: rightRun, address: right },
        { ignoreSpace: space !== undefined },
      ),
    getMessages: ({ params, query }) => diffs.messages(params, Number(query.from), Number(query.count)),
    compare: ({ params, query }) => comparisons.compare(params.run, query.sides),
    compareFile: ({ params, query }) => comparisons.file(params.run, query.sides, query.path),
    report: ({ params, query }) => reports.make(params.run, query),
    startRun: async ({ body }) => ({ run: await commands.startRun(body) }),
    async stopRun({ params, body }) {
      const done = await commands.stopRun(params.run, body.branch);
      live.changed(params.run);
      return done;
    },
    planMove: ({ params, body }) => commands.planMove(params.run, body),
    rewind: ({ params, body }) => acted(commands.rewind(params.run, params.branch, body)),
    undo: ({ params }) => acted(commands.undo(params.run, params.branch)),
    fork: ({ params, body }) => acted(commands.fork(params.run, params.branch, body)),
    planFanOut: ({ params, body }) => commands.planFanOut(params.run, params.branch, body),
    fanOut: ({ params, body }) => acted(commands.fanOut(params.run, params.branch, body)),
    async getFanOuts({ params }) {
      await live.state(params.run);
      return { waiting: commands.waitingBranches(params.run) };
    },
    async stopFanOut({ params }) {
      const done = await commands.stopFanOut(params.run, params.fanOut);
      live.changed(params.run);
      return done;
    },
    async startRest({ params, body }) {
      const branches = await commands.startRest(params.run, params.fanOut, body);
      live.changed(params.run);
      return { branches };
    },
    planResume: ({ params }) => commands.planResume(params.run, params.branch),
    async resume({ params, body }) {
      const run = await commands.resume(params.run, params.branch, body);
      live.changed(run);
      return { started: true, run };
    },
    async answer({ params, body }) {
      const started = await commands.answer(params.run, params.question, body);
      live.changed(params.run);
      return { started };
    },
    async armCrash({ params, body }) {
      await commands.armCrash(params.run, body.label, body.n);
      return { armed: true };
    },
    getFiles: async ({ params }) =>
      commands.sceneFiles(params.run, params.address, await live.state(params.run)),
    getSceneFile: async ({ params }) => {
      const rows = await live.state(params.run);
      const reply = await sceneReply(rows, await index.source(params.run), params.address);
      return sceneFile(rows.run, reply);
    },
    search: async ({ params, query, signal }) =>
      searches.search(await live.state(params.run), searchQueryOf(query), Number(query.from ?? 0), signal),
    getRemarks: async ({ params, query, signal }) =>
      searches.remarks(await live.state(params.run), query.all !== undefined, signal),
    firstSeen: async ({ params, query, signal }) =>
      searches.firstSeen(await live.state(params.run), params.address, query.text, signal),
    getNotes: ({ params }) => notes.read(params.run),
    changeNotes: async ({ params, body }) =>
      notes.change(params.run, body.changes, await live.state(params.run)),
    getAdoptions: ({ params }) => adoptions.list(params.run),
    planAdoption: ({ params, body }) => adoptions.plan(params.run, body),
    adopt: ({ params, body }) => adoptions.adopt(params.run, body),
    async finishAdoption({ params, body }) {
      await adoptions.finish(params.run, body.into);
      return await adoptions.list(params.run);
    },
    planUndoAdoption: ({ params, body }) => adoptions.planUndo(params.run, params.adoption, body),
    undoAdoption: ({ params, body }) => adoptions.undo(params.run, params.adoption, body),
    getPatch: ({ params, query }) => adoptions.patch(params.run, query.side, query.against ?? null),
    openPath: async ({ body }) => ({ run: await commands.openPath(body.path) }),
    importPath: async ({ body }) => ({ run: await commands.importPath(body.path) }),
  };
}

function searchQueryOf({ text, case: matchCase, word, pattern }: QueryOf<'search'>): SearchQuery {
  return {
    text,
    matchCase: matchCase !== undefined,
    wholeWord: word !== undefined,
    isPattern: pattern !== undefined,
  };
}
