import type { About, QueryOf } from '../../shared/api.ts';
import type { SearchQuery } from '../../shared/searchText.ts';
import type { LiveRuns } from '../live/liveRuns.ts';
import type { RunNotes } from '../notes/runNotes.ts';
import type { RunCommands } from '../runs/commands.ts';
import type { RunIndex } from '../runs/runIndex.ts';
import { sceneFile } from '../runs/sceneFile.ts';
import { diffReply, lightReply, sceneReply } from '../runs/sceneReply.ts';
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
}

/** What each route does. Errors go to the app, which answers them. */
export function handlersOf({ about, index, live, commands, searches, notes }: HandlerParts): Handlers {
  const acted = async <T extends { run: string }>(act: Promise<T>): Promise<T> => {
    const done = await act;
    live.changed(done.run);
    return done;
  };
  const runs = new RunReplies();
  return {
    about,
    listRuns: async () => ({ runs: await index.list(run => live.rowsOf(run)) }),
    getRun: async ({ params }) => runs.of(await live.state(params.run)),
    getScene: async ({ params, query }) => {
      const reply = await sceneReply(
        await live.state(params.run),
        await index.source(params.run),
        params.address,
      );
      return query.whole === undefined ? lightReply(reply) : reply;
    },
    getDiff: async ({ params, query }) =>
      diffReply(await live.state(params.run), await index.source(params.run), query),
    startRun: async ({ body }) => ({ run: await commands.startRun(body) }),
    async stopRun({ params, body }) {
      const stopped = await commands.stopRun(params.run, body.branch);
      live.changed(params.run);
      return { stopped };
    },
    planMove: ({ params, body }) => commands.planMove(params.run, body),
    rewind: ({ params, body }) => acted(commands.rewind(params.run, params.branch, body)),
    undo: ({ params }) => acted(commands.undo(params.run, params.branch)),
    fork: ({ params, body }) => acted(commands.fork(params.run, params.branch, body)),
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
