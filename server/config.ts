import { ForkpointError } from '../shared/errors.ts';

export const DEFAULT_PORT = 4747;
export const DEFAULT_DATA_FOLDER = '.forkpoint';
const DEFAULT_MODEL = 'claude-sonnet-5-5';

/** What the environment says. Keys are only asked about, never kept. */
export interface Environment {
  hasKey: boolean;
  defaultModel: string;
  /** `FORKPOINT_SECRET`: a secret of the person's own instead of the data folder's. */
  secret: string | undefined;
  /** `CRASH_AFTER=<label>:<n>`: where a run dies as if it were killed. */
  crashAfter: string | undefined;
}

/** Reads the environment. An empty variable counts as one that is not set. */
export function environmentFrom(env: NodeJS.ProcessEnv): Environment {
  return {
    hasKey: Boolean(env.ANTHROPIC_API_KEY || env.ANTHROPIC_AUTH_TOKEN),
    defaultModel: env.FORKPOINT_MODEL || DEFAULT_MODEL,
    secret: env.FORKPOINT_SECRET || undefined,
    crashAfter: env.CRASH_AFTER || undefined,
  };
}

const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

/**
 * Where to listen. Anything but this machine itself needs a secret that the person chose.
 * @throws ForkpointError `host-needs-secret`
 */
export function checkedHost(host: string | undefined, secret: string | undefined): string | null {
  if (host === undefined || loopback.has(host.toLowerCase())) return host ?? null;
  if (secret === undefined) throw new ForkpointError('host-needs-secret', { host });
  return host;
}
