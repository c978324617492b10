import { basename, delimiter, dirname, join } from 'node:path';

const passedOn = ['LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'USER', 'LOGNAME'];
const systemPath = '/usr/local/bin:/usr/bin:/bin';

/**
 * The environment of a command: an allow-list, so that no key of ours reaches a tool. `node` is the one we run on.
 * HOME is a folder of the branch's own beside the workspaces: a person's home holds credentials, and what programs
 * leave in it is not the project's.
 */
export function commandEnvironment(
  source: NodeJS.ProcessEnv,
  { workspace, runFolder }: { workspace: string; runFolder: string },
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of passedOn) {
    const value = source[name];
    if (value !== undefined) environment[name] = value;
  }
  return {
    ...environment,
    PATH: [dirname(process.execPath), source.PATH || systemPath].join(delimiter),
    HOME: join(runFolder, '.home', basename(workspace)),
    TERM: 'dumb',
    NO_COLOR: '1',
  };
}
