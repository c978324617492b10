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

/** What a handler is given, checked against the table. */
export interface RouteRequest<R extends RouteName> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
}

/** One handler per route of the table; a missing one does not compile. */
export type Handlers = { [R in RouteName]: (request: RouteRequest<R>) => Promise<ReplyOf<R>> };

/** Mounts the table. `checkReplies` checks what goes out too: for tests, since it walks every row. */
export function mountRoutes(router: IRouter, handlers: Handlers, checkReplies: boolean): void {
  for (const name of Object.keys(routes) as RouteName[]) mountRoute(router, name, handlers, checkReplies);
}

function mountRoute<R extends RouteName>(router: IRouter, name: R, handlers: Handlers, check: boolean): void {
  const route = routes[name];
  const answer = async (request: Request, response: Response) => {
    const reply = await handlers[name](checkedRequest(name, request));
    if (check) checked(route.reply as z.ZodType, reply, `reply of ${name}`);
    response.set('cache-control', 'no-store').json(reply);
  };
  if (route.method === 'GET') router.get(route.path, answer);
  else router.post(route.path, answer);
}

/** Path, query and body after decoding, each checked by its schema. @throws ForkpointError `bad-request` */
function checkedRequest<R extends RouteName>(name: R, request: Request): RouteRequest<R> {
  const parts = {
    params: request.params as unknown,
    query: { ...request.query } as unknown,
    body: (request.body ?? {}) as unknown,
  };
  for (const part of ['params', 'query', 'body'] as const) {
    const schema: z.ZodType = routes[name][part];
    const issue = schema.safeParse(parts[part]).error?.issues[0];
    if (issue) throw new ForkpointError('bad-request', { detail: [...issue.path, issue.message].join(': ') });
  }
  // The schemas of this very route have just said so; the compiler cannot tie them to a generic name.
  return parts as RouteRequest<R>;
}
