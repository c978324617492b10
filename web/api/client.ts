import {
  type BodyOf,
  type ParamsOf,
  problemReplySchema,
  type QueryOf,
  type ReplyOf,
  type RouteName,
  routes,
} from '../../shared/api.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { errorFromWire } from './errorFromWire.ts';

/** What a call brings; a part that its route does not ask for is left out. */
export interface CallParts<R extends RouteName> {
  params?: ParamsOf<R>;
  query?: QueryOf<R>;
  body?: BodyOf<R>;
  signal?: AbortSignal;
}

/**
 * Calls a route of the server's table and gives its checked reply.
 * @throws ForkpointError the problem that the server names; `unreachable` where it does not answer; `bad-shape`
 */
export async function callRoute<R extends RouteName>(name: R, parts: CallParts<R> = {}): Promise<ReplyOf<R>> {
  const route = routes[name];
  const response = await request(urlOf(route.path, parts.params, parts.query), {
    method: route.method,
    ...(route.method === 'POST' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parts.body ?? {}),
    }),
    ...(parts.signal && { signal: parts.signal }),
  });
  const value = parseJson(await response.text(), route.path);
  if (!response.ok) throw errorFromWire(checked(problemReplySchema, value, route.path).problem);
  // Its own schema has just said so; the compiler cannot tie it to a generic name.
  return checked(route.reply, value, route.path) as ReplyOf<R>;
}

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof TypeError) {
      throw new ForkpointError('unreachable', { detail: error.message }, { cause: error });
    }
    throw error;
  }
}

/** Fills `:names` of a path and appends the query; every part is encoded. */
export function urlOf(path: string, params: object = {}, query: object = {}): string {
  const values: Record<string, unknown> = { ...params };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
