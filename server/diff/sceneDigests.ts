import {
  type CompareOptions,
  type DigestedMessages,
  digestOfMessage,
} from '../../shared/diff/digestMessages.ts';
import type { Messages } from '../../shared/message.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { pauses } from '../search/pauses.ts';
import type { RunSource } from '../sources/runSource.ts';

/** Scenes whose digests are kept, per source; the one asked for longest ago goes first. */
const KEPT = 64;

/** The digests of scenes that were looked at: a scene is looked through once, however often it is compared. */
export class SceneDigests {
  readonly #bySource = new WeakMap<RunSource, Map<string, readonly string[]>>();

  /** Lets others go first again and again while a large scene is looked through. @param messages those of the scene */
  async of(
    source: RunSource,
    row: SceneRow,
    messages: Messages,
    options: CompareOptions,
  ): Promise<DigestedMessages> {
    const kept = this.#bySource.get(source) ?? new Map<string, readonly string[]>();
    this.#bySource.set(source, kept);
    const key = keyOf(row, options);
    const known = kept.get(key);
    const digests = known?.length === messages.length ? known : await digestsOf(messages, options);
    kept.delete(key);
    kept.set(key, digests);
    const oldest = kept.keys().next().value;
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return { messages, digests };
  }
}

async function digestsOf(messages: Messages, options: CompareOptions): Promise<string[]> {
  const pause = pauses();
  const digests: string[] = [];
  for (const message of messages) {
    digests.push(digestOfMessage(message, options));
    await pause();
  }
  return digests;
}

/** The last scene of a growing transcript keeps its id while results come in; its row tells of them. */
function keyOf(row: SceneRow, { ignoreSpace = false }: CompareOptions): string {
  return `${ignoreSpace ? 'spaceless' : 'exact'} ${JSON.stringify(row)}`;
}
