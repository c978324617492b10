import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type IRouter } from 'express';
import { ForkpointError } from '../../shared/errors.ts';
import { wantsPage } from './sendProblem.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Serves the built page. Files in `assets/` carry a digest in their name and never change; the rest is asked for
 * anew. Any other address that a browser opens is one of the page's own and gets `index.html`.
 */
export function servePage(router: IRouter, folder: string): void {
  const index = join(folder, 'index.html');
  const assets = express.static(join(folder, 'assets'), {
    index: false,
    fallthrough: true,
    immutable: true,
    maxAge: YEAR_MS,
  });
  router.use('/assets', assets);
  router.use(
    express.static(folder, { index: false, redirect: false, cacheControl: false, setHeaders: noCache }),
  );
  router.get('/{*path}', (request, response, next) => {
    if (!wantsPage(request)) return next();
    if (!existsSync(index)) throw new ForkpointError('ui-not-built', { path: index });
    noCache(response);
    response.sendFile(index, { cacheControl: false });
  });
}

function noCache(response: { setHeader(name: string, value: string): unknown }): void {
  response.setHeader('cache-control', 'no-cache');
}
