import type { About } from '../../shared/api.ts';
import type { LiveRuns } from '../live/liveRuns.ts';
import type { RunCommands } from '../runs/commands.ts';
import type { RunIndex } from '../runs/runIndex.ts';
import { diffReply, sceneReply } from '../runs/sceneReply.ts';
import type { Handlers } from './mountRoutes.ts';

export interface HandlerParts {
  about(): Promise<About>;
  index: RunIndex;
  live: LiveRuns;
  commands: RunCommands;
}

/** What each route does. Errors go to the app, which answers them. */
export function handlersOf({ about, index, live, commands }: HandlerParts): Handlers {
  const acted = async <T extends { run: string }>(act: Promise<T>): Promise<T> => {
    const done = await act;
    live.changed(done.run);
    return done;
  };
  return {
    about,
    listRuns: async () => ({ runs: await index.list(run => live.rowsOf(run)) }),
    getRun: ({ params }) => live.state(params.run),
    getScene: async ({ params }) =>
      sceneReply(await live.state(params.run), await index.source(params.run), params.address),
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
    openPath: async ({ body }) => ({ run: await commands.openPath(body.path) }),
    importPath: async ({ body }) => ({ run: await commands.importPath(body.path) }),
  };
}
