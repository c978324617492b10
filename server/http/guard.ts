import { hostname, networkInterfaces } from 'node:os';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, RequestHandler, Response } from 'express';
import { ForkpointError } from '../../shared/errors.ts';
import { isSameSecret } from './secret.ts';
import { problemPage, wantsPage } from './sendProblem.ts';

export interface GuardOptions {
  secret: string;
  /** The host that was asked for with `--host`, or null: only this machine. */
  host: string | null;
  /** A key that is good for one opening of the page, or never. */
  takeTicket?: (ticket: string) => boolean;
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sets the headers that every reply carries, refusals included. */
export function securityHeaders(): RequestHandler {
  return (_request, response, next) => {
    response.set({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    next();
  };
}

/**
 * Stands before every route, page, asset and stream. A web page elsewhere can make this machine's browser send
 * requests here, under a name of its own (DNS rebinding) or without asking (a simple POST): so the host must be
 * ours, the origin too, a write must be JSON, and the secret must be there.
 */
export function guard(options: GuardOptions): RequestHandler {
  return (request, response, next) => {
    checkHost(request, options.host);
    checkOrigin(request);
    if (takesSecretFromUrl(request, response, options)) return;
    if (!hasSecret(request, options.secret)) throw new ForkpointError('no-secret', {});
    checkContentType(request);
    next();
  };
}

function checkHost(request: Request, host: string | null): void {
  const given = (request.headers.host ?? '').toLowerCase();
  const port = portOf(request);
  const allowed = hostNames(host).flatMap(name => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  if (!allowed.includes(given)) throw new ForkpointError('foreign-host', { host: given });
}

const everyInterface = new Set(['0.0.0.0', '::']);

/** The names this server answers to. Listening everywhere means: this machine's own addresses and name. */
function hostNames(host: string | null): string[] {
  const loopback = ['127.0.0.1', 'localhost', '[::1]'];
  if (host === null) return loopback;
  if (!everyInterface.has(host)) return [...loopback, bracketed(host.toLowerCase())];
  const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  const machine = hostname().toLowerCase();
  return [...loopback, machine, `${machine}.local`, ...addresses.map(entry => bracketed(entry.address))];
}

/** An IPv6 address as it stands in a URL. */
export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

/** Other ports of this machine are foreign too; a page opened from the address bar sends `none`. */
function checkOrigin(request: Request): void {
  const { origin, host } = request.headers;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host?.toLowerCase()}`) {
    throw new ForkpointError('foreign-origin', { origin });
  }
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none' || isNavigation(request)) return;
  throw new ForkpointError('foreign-origin', { origin: `a ${String(site)} page` });
}

/** A link somewhere else may lead to the page: reading it needs the cookie all the same. */
function isNavigation(request: Request): boolean {
  return request.headers['sec-fetch-mode'] === 'navigate' && wantsPage(request);
}

function checkContentType(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const contentType = request.headers['content-type'] ?? '';
  if (contentType.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw new ForkpointError('not-json', { contentType });
  }
}

function hasSecret(request: Request, secret: string): boolean {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const cookie = parseCookie(request.headers.cookie ?? '')[cookieName(request)];
  return [bearer, cookie].some(given => given !== undefined && isSameSecret(given, secret));
}

/** Turns `?secret=…` of an opened URL into a cookie and leads on to the URL without it. */
function takesSecretFromUrl(request: Request, response: Response, options: GuardOptions): boolean {
  const given = request.query.secret;
  if (typeof given !== 'string' || request.method !== 'GET' || request.path.startsWith('/api/')) return false;
  if (!isSameSecret(given, options.secret) && !options.takeTicket?.(given)) return false;
  response.append('set-cookie', cookieOf(request, options.secret)).set('cache-control', 'no-store');
  const target = urlWithoutSecret(request);
  if (request.headers['sec-fetch-site'] === 'cross-site') {
    // A strict cookie is not sent along a redirect that another site began; a step made by this page is our own.
    response.set('refresh', `0; url=${target}`).type('html').send(problemPage('Opening…'));
  } else {
    response.redirect(303, target);
  }
  return true;
}

/** The same path here: never another host, as `//host/` would be. */
function urlWithoutSecret(request: Request): string {
  const url = new URL(request.originalUrl.replace(/^\/+/, '/'), 'http://localhost');
  url.searchParams.delete('secret');
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}`;
}

function cookieOf(request: Request, secret: string): string {
  const flags = { httpOnly: true, sameSite: 'strict', path: '/', maxAge: 60 * 60 * 24 * 30 } as const;
  return stringifySetCookie({ name: cookieName(request), value: secret, ...flags });
}

/** Browsers share cookies between the ports of a host: the port in the name keeps two servers apart. */
function cookieName(request: Request): string {
  return `forkpoint-${portOf(request)}`;
}

function portOf(request: Request): number {
  return request.socket.localPort ?? 0;
}
