import { setTimeout as sleepMs } from 'node:timers/promises';
import { Anthropic, type ClientOptions } from '@anthropic-ai/sdk';
import { toRequestBody } from '../../shared/requestBody.ts';
import { type FailedTry, failedTryFrom } from './anthropicErrors.ts';
import { proxyAgentFrom } from './anthropicProxy.ts';
import { readReply } from './anthropicStream.ts';
import type { Model, ModelReply, ModelRequest, ReplyWatcher } from './model.ts';

/** Tries of one request, the first included: with the waits below about two minutes. */
const maxTries = 8;
const firstWaitMs = 1000;
const longestWaitMs = 60_000;
/** A server that asks for a longer wait than this gets none: the branch fails with the API's words. */
const longestRetryAfterMs = 15 * 60_000;

export interface AnthropicOptions {
  /** Key and base URL; what is left out the SDK reads from the environment, as everywhere. */
  client?: Pick<ClientOptions, 'apiKey' | 'baseURL'>;
  /** Where the proxy's variables are looked up. */
  env?: NodeJS.ProcessEnv;
  /** Waits; rejects with an `AbortError` when the signal stops it. */
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
  nowMs?(): number;
  /** A number from 0 up to 1, for the jitter. */
  random?(): number;
}

/**
 * Claude through the official SDK, streaming. Its retries are ours, so that they can be seen and stopped: rate limits,
 * overload, server errors, lost connections and cut streams are tried again, with the wait the server asks for.
 */
export function anthropicModel(options: AnthropicOptions = {}): Model {
  const agent = proxyAgentFrom(options.env ?? process.env);
  const client = new Anthropic({
    ...options.client,
    maxRetries: 0,
    // What goes wrong is shown as a problem; the SDK would also print pieces of replies.
    logLevel: 'off',
    ...(agent === null ? {} : { fetchOptions: { dispatcher: agent } }),
  });
  const clock: Clock = {
    sleep: options.sleep ?? ((ms, signal) => sleepMs(ms, undefined, { signal })),
    nowMs: options.nowMs ?? Date.now,
    random: options.random ?? Math.random,
  };
  return {
    async reply(request, watcher, signal) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await oneTry(client, request, watcher, signal);
        } catch (error) {
          if (signal.aborted) throw new DOMException('The request was stopped', 'AbortError');
          const secrets = [client.apiKey, client.authToken].filter(secret => secret !== null);
          const failed = failedTryFrom(error, request.model, secrets, clock.nowMs());
          if (failed === null) throw error;
          const waitMs = waitAfter(failed, attempt, clock.random());
          if (waitMs === null) throw failed.error;
          watcher.onWait?.({
            untilMs: clock.nowMs() + waitMs,
            attempt,
            problem: failed.error.toProblem(),
          });
          await clock.sleep(waitMs, signal);
        }
      }
    },
  };
}

interface Clock {
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  nowMs(): number;
  random(): number;
}

async function oneTry(
  client: Anthropic,
  request: ModelRequest,
  watcher: ReplyWatcher,
  signal: AbortSignal,
): Promise<ModelReply> {
  const betas = request.betas ?? [];
  // `post` and not `messages.create`: its types know only today's blocks, and what is stored is sent as it is.
  const events = await client.post<AsyncIterable<unknown>>('/v1/messages', {
    body: toRequestBody(request),
    stream: true,
    signal,
    ...(betas.length === 0 ? {} : { headers: { 'anthropic-beta': betas.join(',') } }),
  });
  return readReply(events, watcher);
}

/** How long to wait before the next try, or null for no further one. The jitter keeps branches from trying in step. */
function waitAfter(failed: FailedTry, attempt: number, random: number): number | null {
  if (!failed.isRetryable || attempt >= maxTries) return null;
  const { retryAfterMs } = failed;
  if (retryAfterMs !== null) return retryAfterMs <= longestRetryAfterMs ? retryAfterMs : null;
  return Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1)) * (0.5 + random / 2);
}
