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
    openPath: async ({ body }) => ({ run: await commands.openPath(body.path) }),
    importPath: async ({ body }) => ({ run: await commands.importPath(body.path) }),
  };
}
