import type { IRouter, Request, Response } from 'express';
import type { z } from 'zod';
import {
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  type RouteName,
  routes,
} from '../../shared/api.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { checked } from '../../shared/schema.ts';
import { typedKeys } from '../../shared/typedKeys.ts';
import { CompressedReplies } from './compressedReplies.ts';

/** What a handler is given, checked against the table. */
export interface RouteRequest<R extends RouteName> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  /** Says when nobody waits for the reply any more. */
  signal: AbortSignal;
}

/** One handler per route of the table; a missing one does not compile. */
export type Handlers = { [R in RouteName]: (request: RouteRequest<R>) => Promise<ReplyOf<R>> };

/** Mounts the table. `checkReplies` checks what goes out too: for tests, since it walks every row. */
export function mountRoutes(router: IRouter, handlers: Handlers, checkReplies: boolean): void {
  const compressed = new CompressedReplies();
  for (const name of typedKeys(routes)) {
    mountRoute(router, name, handlers, checkReplies, compressed);
  }
}

function mountRoute<R extends RouteName>(
  router: IRouter,
  name: R,
  handlers: Handlers,
  check: boolean,
  compressed: CompressedReplies,
): void {
  const route = routes[name];
  const answer = async (request: Request, response: Response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const reply = await handlers[name]({ ...checkedRequest(name, request), signal: gone.signal });
    if (gone.signal.aborted) return;
    if (check) checked(route.reply as z.ZodType, reply, `reply of ${name}`);
    response.set('cache-control', 'no-store');
    await compressed.send(reply, request, response);
  };
  if (route.method === 'GET') router.get(route.path, answer);
  else router.post(route.path, answer);
}

/** Path, query and body after decoding, each checked by its schema. @throws ForkpointError `bad-request` */
function checkedRequest<R extends RouteName>(name: R, request: Request): Omit<RouteRequest<R>, 'signal'> {
  const parts: Record<'params' | 'query' | 'body', unknown> = {
    params: request.params,
    query: { ...request.query },
    body: request.body ?? {},
  };
  for (const part of ['params', 'query', 'body'] as const) {
    const schema: z.ZodType = routes[name][part];
    const issue = schema.safeParse(parts[part]).error?.issues[0];
    if (issue) throw new ForkpointError('bad-request', { detail: [...issue.path, issue.message].join(': ') });
  }
  // The schemas of this very route have just said so; the compiler cannot tie them to a generic name.
  return parts as Omit<RouteRequest<R>, 'signal'>;
}
