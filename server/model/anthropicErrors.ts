import { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import { ForkpointError } from '../../shared/errors.ts';

/** A failed try: the error as ours, whether another try may help, and how long the server asks to wait. */
export interface FailedTry {
  error: ForkpointError;
  isRetryable: boolean;
  retryAfterMs: number | null;
}

/** Types of errors that come inside a stream, where there is no status: https://docs.claude.com/en/api/errors */
const retryableTypes = new Set(['overloaded_error', 'api_error', 'rate_limit_error', 'timeout_error']);

/**
 * Reads what a try failed with. Values that no request can explain come back as null: they are mistakes of ours.
 * @param secrets texts that must not appear in the error
 * @param nowMs the time, for `retry-after` dates
 */
export function failedTryFrom(
  error: unknown,
  model: string,
  secrets: readonly string[],
  nowMs: number,
): FailedTry | null {
  const once = (own: ForkpointError): FailedTry => ({ error: own, isRetryable: false, retryAfterMs: null });
  if (error instanceof ForkpointError)
    return { ...once(error), isRetryable: error.code === 'model-stream-cut' };
  const detail = withoutSecrets(detailOf(error), secrets);
  if (error instanceof APIError) {
    return {
      error: fromApiError(error, model, detail),
      isRetryable: isRetryable(error),
      retryAfterMs: retryAfterMsOf(error.headers, nowMs),
    };
  }
  if (isMissingKey(error)) return once(new ForkpointError('no-key', {}));
  if (isBrokenStream(error)) {
    return { ...once(new ForkpointError('model-stream-cut', { detail })), isRetryable: true };
  }
  return null;
}

function fromApiError(error: APIError, model: string, detail: string): ForkpointError {
  if (error.status === 401) return new ForkpointError('wrong-key', { detail });
  const names = error.type === 'not_found_error' || (error.apiMessage ?? '').includes(model);
  if (error.status === 404 && names) return new ForkpointError('unknown-model', { model });
  return new ForkpointError('model-failed', { detail });
}

function isRetryable(error: APIError): boolean {
  if (error instanceof APIConnectionError) return true;
  const { status, headers, type } = error;
  const advice = headers?.get('x-should-retry');
  if (status !== undefined && (advice === 'true' || advice === 'false')) return advice === 'true';
  if (status === undefined) return type !== null && retryableTypes.has(type);
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** `retry-after-ms`, else `retry-after` in seconds or as a date (RFC 9110, 10.2.3); null where neither can be read. */
function retryAfterMsOf(headers: Headers | undefined, nowMs: number): number | null {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const text = headers?.get('retry-after') ?? '';
  const seconds = Number(text);
  if (text !== '' && seconds >= 0) return seconds * 1000;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

/** The SDK has no class for this one; it is thrown before anything is sent. */
function isMissingKey(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Could not resolve authentication method');
}

/** `fetch` ends a broken body with a TypeError; a line that was cut is no JSON. */
function isBrokenStream(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  return error instanceof TypeError && (error.message === 'terminated' || error.cause !== undefined);
}

/** The API's own words; of a connection that failed also why. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own =
    error instanceof APIError && error.apiMessage !== null
      ? [error.status, error.apiMessage].filter(part => part !== undefined).join(' ')
      : error.message;
  const causes: string[] = [];
  for (let at: unknown = error.cause; at instanceof Error && causes.length < 3; at = at.cause) {
    if (at.message !== '' && at.message !== own) causes.push(at.message);
  }
  return [own.replace(/\.$/, ''), ...causes].join(': ');
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter(secret => secret !== '').reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}
