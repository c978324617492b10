import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { EVENTS_PATH } from '../../shared/api.ts';
import { ForkpointError, type Problem, problemFromError } from '../../shared/errors.ts';
import { type GuardOptions, guard, securityHeaders } from './guard.ts';
import { type Handlers, mountRoutes } from './mountRoutes.ts';
import { sendProblem } from './sendProblem.ts';
import { servePage } from './servePage.ts';

export interface AppOptions {
  guard: GuardOptions;
  handlers: Handlers;
  /** Answers the event stream with server-sent events. */
  events: (request: Request, response: Response) => void;
  /** The folder of the built page. */
  pageFolder: string;
  /** Checks replies against the table too: for tests. */
  checkReplies?: boolean;
  /** Told of every error that is a fault of ours, for the log. */
  onInternalError?: (error: unknown) => void;
}

const BODY_LIMIT_BYTES = 1024 * 1024;

/** The HTTP side of Forkpoint: guard first, then the table of routes, the event stream and the page. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(securityHeaders(), guard(options.guard));
  app.use(express.json({ limit: BODY_LIMIT_BYTES }));
  mountRoutes(app, options.handlers, options.checkReplies ?? false);
  app.get(EVENTS_PATH, options.events);
  app.use('/api', noSuchRoute);
  servePage(app, options.pageFolder);
  app.use(noSuchRoute);
  app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error);
    const problem = problemOfRequest(error, request);
    if (problem.code === 'internal') options.onInternalError?.(error);
    sendProblem(request, response, problem);
  });
  return app;
}

function noSuchRoute(request: Request): never {
  throw new ForkpointError('no-such-route', { path: request.originalUrl.slice(0, 200) });
}

/** Errors of Express and its body parser carry a status; those of the client's making become problems of ours. */
function problemOfRequest(error: unknown, request: Request): Problem {
  if (error instanceof ForkpointError || !(error instanceof Error)) return problemFromError(error);
  const status = 'status' in error ? error.status : null;
  const type = 'type' in error ? error.type : null;
  if (type === 'entity.too.large') {
    return { code: 'too-large', params: { where: request.path, limitBytes: BODY_LIMIT_BYTES } };
  }
  if (type === 'entity.parse.failed') {
    return { code: 'bad-json', params: { where: 'the request', detail: error.message } };
  }
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return { code: 'bad-request', params: { detail: error.message } };
  }
  return problemFromError(error);
}
