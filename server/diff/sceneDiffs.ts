import { formatAddress, parseAddress } from '../../shared/address.ts';
import type { ReplyOf } from '../../shared/api.ts';
import { pairCalls } from '../../shared/calls.ts';
import type { Checkpoint } from '../../shared/checkpoint.ts';
import { diffMessages } from '../../shared/diff/diffMessages.ts';
import { diffSettings } from '../../shared/diff/diffSettings.ts';
import type { CompareOptions } from '../../shared/diff/digestMessages.ts';
import { isEmptyDiff } from '../../shared/diff/messagesDiff.ts';
import { passedOverIn } from '../../shared/diff/passedOver.ts';
import type { SceneDiff, SideCounts } from '../../shared/diff/sceneDiff.ts';
import { ForkpointError } from '../../shared/errors.ts';
import type { RunRows, SceneRow } from '../../shared/rows.ts';
import { addressOf, buildRunGraph, sceneAt } from '../../shared/runGraph.ts';
import type { RunSource } from '../sources/runSource.ts';
import { lightEntries } from './lightEntries.ts';
import { SceneDigests } from './sceneDigests.ts';

/** What diffs are made of. */
export interface SceneDiffParts {
  /** @throws ForkpointError `no-such-run` */
  rowsOf(run: string): Promise<RunRows>;
  /** @throws ForkpointError `no-such-run` */
  openSource(run: string): Promise<RunSource>;
}

/** A scene by its run and its address there. */
export interface ScenePlace {
  run: string;
  address: string;
}

/** A scene that can be read. */
interface Side {
  run: string;
  address: string;
  row: SceneRow;
  source: RunSource;
  checkpoint: Checkpoint;
}

/** So many messages, and about so many characters of them, are given at once. */
const givenAtOnce = { messages: 200, characters: 4_000_000 };

/** Diffs of two scenes, of one run or of two, whatever line they lie on: heads, superseded tails, orphans. */
export class SceneDiffs {
  readonly #parts: SceneDiffParts;
  readonly #digests = new SceneDigests();

  constructor(parts: SceneDiffParts) {
    this.#parts = parts;
  }

  /** @throws ForkpointError `no-such-run`, `bad-address`, `no-such-scene`, `damaged-scene` */
  async diff(left: ScenePlace, right: ScenePlace, options: CompareOptions = {}): Promise<SceneDiff> {
    const before = await this.#side(left);
    const after = await this.#side(right);
    const [from, to] = [await this.#digested(before, options), await this.#digested(after, options)];
    const diff = diffMessages(from, to, options);
    const passedOver = isEmptyDiff(diff)
      ? passedOverIn(await this.#digested(before, {}), await this.#digested(after, {}))
      : [];
    return {
      left: before.row,
      right: after.row,
      runs: { left: before.run, right: after.run },
      addresses: { left: before.address, right: after.address },
      counts: { left: countsOf(before), right: countsOf(after) },
      diff,
      settings: diffSettings(before.checkpoint, after.checkpoint, options),
      passedOver,
    };
  }

  /** The same for the page, without messages that would be too much at once. */
  async lightDiff(left: ScenePlace, right: ScenePlace, options: CompareOptions = {}): Promise<SceneDiff> {
    const whole = await this.diff(left, right, options);
    return { ...whole, diff: { ...whole.diff, entries: lightEntries(whole.diff.entries) } };
  }

  /** A scene to its last character. @throws as `diff` does */
  async checkpoint(place: ScenePlace): Promise<Checkpoint> {
    return (await this.#side(place)).checkpoint;
  }

  /** Messages of a scene from an index on, fewer than asked for where these are much. @throws as `diff` does */
  async messages(place: ScenePlace, from: number, count: number): Promise<ReplyOf<'getMessages'>> {
    const { checkpoint } = await this.#side(place);
    const asked = checkpoint.messages.slice(from, from + Math.min(count, givenAtOnce.messages));
    let room = givenAtOnce.characters;
    const tooMuch = asked.findIndex((message, index) => {
      room -= JSON.stringify(message).length;
      return room < 0 && index > 0;
    });
    return { from, messages: tooMuch < 0 ? asked : asked.slice(0, tooMuch) };
  }

  #digested({ source, row, checkpoint }: Side, options: CompareOptions) {
    return this.#digests.of(source, row, checkpoint.messages, options);
  }

  async #side({ run, address }: ScenePlace): Promise<Side> {
    const parsed = parseAddress(address);
    const graph = buildRunGraph(await this.#parts.rowsOf(run));
    const row = sceneAt(graph, parsed);
    if (!row) throw new ForkpointError('no-such-scene', { run, address });
    const source = await this.#parts.openSource(run);
    const { checkpoint } = await source.scene(row.id);
    if (checkpoint) return { run, address: formatAddress(addressOf(graph, row)), row, source, checkpoint };
    throw new ForkpointError('damaged-scene', {
      where: row.file,
      detail: row.problem?.code ?? 'it cannot be read',
    });
  }
}

function countsOf({ row, checkpoint: { messages } }: Side): SideCounts {
  return { messages: messages.length, tokens: row.tokensUsed, calls: pairCalls(messages).length };
}
