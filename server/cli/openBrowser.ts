import openInBrowser from 'open';

/** Whether there is a person with a browser here: not in CI, not in a pipe, not on a machine without a screen. */
export function canOpenBrowser(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  isTerminal: boolean,
): boolean {
  if (!isTerminal || env.CI) return false;
  if (platform !== 'linux') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME);
}

/** Opens an address in the person's browser, or leaves it: the address is printed in any case. */
export async function openBrowser(url: string, onFailed: (error: unknown) => void): Promise<void> {
  try {
    const child = await openInBrowser(url);
    child.once('error', onFailed);
  } catch (error) {
    onFailed(error);
  }
}
