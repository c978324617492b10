import { basename, resolve } from 'node:path';
import { CHECKPOINT_VERSION, type Checkpoint, pendingToolUseOf } from '../../../shared/checkpoint.ts';
import type { Effect } from '../../../shared/effect.ts';
import { ForkpointError } from '../../../shared/errors.ts';
import { firstWords, isToolResult, isToolUse, type Message, textOfMessage } from '../../../shared/message.ts';
import type { ReadingProgress } from '../../../shared/readingProgress.ts';
import type { RunInfo, RunRows, SceneRow } from '../../../shared/rows.ts';
import type { LineStep, RunSource, Scene } from '../runSource.ts';
import { addedParts, groupsToRead } from './addedParts.ts';
import { commandText } from './commandText.ts';
import type { EntryPlace, SaidEntry } from './entry.ts';
import { isPrompt, type MessageNode } from './messageTree.ts';
import { type Part, partsOfScene } from './parts.ts';
import { toReadError } from './readRecords.ts';
import { RecordCache } from './recordCache.ts';
import { readRecordsAt } from './recordsAt.ts';
import { titleOf } from './remarks.ts';
import { entriesOfPart, messagesOfParts, type SceneMessages } from './sceneMessages.ts';
import type { SceneAt } from './scenes.ts';
import { type Session, SessionFiles } from './sessionFiles.ts';
import type { ReadTranscript } from './subagents.ts';
import type { EffectCall } from './transcriptRun.ts';
import { watchSession } from './watchSession.ts';

interface ClaudeCodeOptions {
  path: string;
  /** The run that it is shown as. */
  id: string;
  /** Told now and then while a large file is read. */
  onProgress?: ((progress: ReadingProgress) => void) | undefined;
}

/** Longest task that a row carries, in characters; a scene holds it whole. */
const maxTaskLength = 4000;

/**
 * A session of Claude Code (`<session>.jsonl` with the files of its subagents), read in place. Looking at it writes
 * nothing. Holds the light form of its records; the messages of a scene are read again when it is looked at.
 */
export class ClaudeCodeSource implements RunSource {
  private readonly id: string;
  private readonly path: string;
  private readonly files: SessionFiles;
  private readonly cache = new RecordCache();

  constructor({ path, id, onProgress }: ClaudeCodeOptions) {
    this.id = id;
    this.path = resolve(path);
    this.files = new SessionFiles(this.path, onProgress);
  }

  /** @throws ForkpointError `no-such-path` or `unreadable-file` */
  async rows(): Promise<RunRows> {
    const session = await this.files.refresh();
    const { branches, scenes, effects } = session.run;
    return {
      run: await this.info(session),
      branches,
      scenes,
      effects,
      journal: [],
      questions: [],
      problems: session.problems,
    };
  }

  async scene(id: string): Promise<Scene> {
    const session = await this.files.refresh();
    const found = session.run.sceneAt.get(id);
    if (!found) throw new ForkpointError('no-such-scene', { run: this.id, address: `@${id}` });
    const { row, scene, transcript } = found;
    const { messages, lines } = await this.messagesOf(partsOfScene(scene.node, scene.reach), transcript);
    const task = await this.taskOf(scene.node, transcript);
    return { row, checkpoint: toCheckpoint(row, scene, messages, task), raw: null, lines };
  }

  async *addedMessages(steps: readonly LineStep[]): AsyncGenerator<Message[]> {
    const { sceneAt } = (await this.files.refresh()).run;
    const added = steps.map(({ from, to }) => {
      const found = sceneAt.get(to);
      if (!found) throw new ForkpointError('no-such-scene', { run: this.id, address: `@${to}` });
      const before = from === null ? null : (sceneAt.get(from)?.scene ?? null);
      return { parts: addedParts(before, found.scene), transcript: found.transcript };
    });
    for (const group of groupsToRead(added)) {
      const [first] = group;
      const parts = group.flatMap(entry => entry.parts);
      const values = first && (await this.recordsOf(parts, first.transcript, readRecordsAt));
      for (const { parts, transcript } of group) {
        yield messagesOfParts(parts, {
          read: place => values?.get(place),
          orphans: transcript.tree.pairing.orphans,
        }).messages;
      }
    }
  }

  async effects(branch: string): Promise<Effect[]> {
    return this.readEffects(await this.effectCalls(branch));
  }

  async effectsAt(branch: string, positions: readonly number[]): Promise<Effect[]> {
    const all = await this.effectCalls(branch);
    return this.readEffects(positions.flatMap(position => all[position] ?? []));
  }

  private async effectCalls(branch: string): Promise<EffectCall[]> {
    const found = (await this.files.refresh()).run.effectCalls.get(branch);
    if (!found) throw new ForkpointError('no-such-branch', { run: this.id, branch });
    return found;
  }

  private async readEffects(found: readonly EffectCall[]): Promise<Effect[]> {
    const effects: Effect[] = [];
    for (const { call, scene, transcript } of found) {
      const parts: Part[] = [
        { role: 'assistant', from: 'pieces', entries: [call.entry] },
        { role: 'user', from: 'results', calls: [call] },
      ];
      const { messages } = await this.messagesOf(parts, transcript);
      const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
      const use = blocks.filter(isToolUse).find(block => block.id === call.head.id);
      effects.push({
        tool_use_id: call.head.id,
        name: call.head.name,
        input: use?.input,
        result: blocks.find(isToolResult)?.content,
        turn: scene.turn,
        scene: scene.id,
        ...(call.result?.entry.timestamp ? { at: call.result.entry.timestamp } : {}),
      });
    }
    return effects;
  }

  watch(onChange: () => void): () => void {
    return watchSession(this.path, this.files.agentFolder, onChange);
  }

  private async info({ main }: Session): Promise<RunInfo> {
    const last = main.lines.find(line => line.kind === 'main')?.nodes.at(-1);
    const task = last ? await this.taskOf(last, main) : '';
    const { entries, remarks } = this.files.main.read;
    const title = titleOf(remarks, uuid => main.tree.linked.byUuid.has(uuid));
    return {
      id: this.id,
      title: firstWords(title ?? task, 80) || basename(this.path),
      task: task.slice(0, maxTaskLength),
      kind: 'transcript',
      path: this.path,
      readOnly: true,
      created: entries.find(entry => entry.timestamp !== null)?.timestamp ?? null,
      scenario: null,
    };
  }

  /** The first prompt of the line that leads to a message; of a session that starts in the middle, none. */
  private async taskOf(node: MessageNode, transcript: ReadTranscript): Promise<string> {
    const first = firstPrompt(node);
    if (!first) return '';
    const { messages } = await this.messagesOf([{ role: 'user', from: 'rest', entry: first }], transcript);
    return messages.map(message => commandText(textOfMessage(message))).join('\n');
  }

  private async messagesOf(parts: readonly Part[], transcript: ReadTranscript): Promise<SceneMessages> {
    const values = await this.recordsOf(parts, transcript, (path, places) => this.cache.read(path, places));
    return messagesOfParts(parts, {
      read: place => values.get(place),
      orphans: transcript.tree.pairing.orphans,
    });
  }

  /** The records that parts come from, whole. @throws ForkpointError `damaged-scene`, `unreadable-file` */
  private async recordsOf(
    parts: readonly Part[],
    { name }: ReadTranscript,
    read: typeof readRecordsAt | RecordCache['read'],
  ): Promise<ReadonlyMap<EntryPlace, unknown>> {
    const path = this.files.pathOf(name);
    try {
      return await read(path, parts.flatMap(entriesOfPart));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw toReadError(error, path);
      const detail = 'the file was rewritten while it was read';
      throw new ForkpointError('damaged-scene', { where: name, detail }, { cause: error });
    }
  }
}

function firstPrompt(node: MessageNode): SaidEntry | null {
  let first: SaidEntry | null = null;
  for (let at: MessageNode | null = node; at; at = at.parent) if (isPrompt(at)) first = at.entry;
  return first;
}

function toCheckpoint(
  row: SceneRow,
  scene: SceneAt,
  messages: SceneMessages['messages'],
  task: string,
): Checkpoint {
  const isWaiting = scene.reply === null && row.turn > 0;
  return {
    version: CHECKPOINT_VERSION,
    task,
    turns: isWaiting ? row.turn - 1 : row.turn,
    tokensUsed: row.tokensUsed,
    messages,
    pendingToolUse: pendingToolUseOf(messages),
    id: row.id,
    parent: row.parent,
    point: row.point,
    ...(row.savedAt === null ? {} : { savedAt: row.savedAt }),
    ...(row.model === null ? {} : { model: row.model }),
    stopReason: row.stopReason,
    usage: row.usage,
  };
}
