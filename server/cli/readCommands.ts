import { archivedBranches, hiddenBranches, withoutBranches } from '../../shared/archive.ts';
import type { Block } from '../../shared/message.ts';
import {
  blocksOf,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
  type Message,
  textOfResult,
} from '../../shared/message.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { sceneReply } from '../runs/sceneReply.ts';
import { drawTree } from './drawTree.ts';
import { type ExitCode, exitCode, type Output } from './output.ts';
import { paint } from './paint.ts';
import { lineOfEffect } from './planLines.ts';
import type { Services } from './services.ts';
import { visibleText } from './visibleText.ts';

/** `forkpoint log`: the tree of a run. As JSON it is all of it, archived branches too. */
export async function log(
  run: string,
  withArchived: boolean,
  services: Services,
  output: Output,
): Promise<ExitCode> {
  const rows = await (await services.index.source(run)).rows();
  output.json(rows);
  if (output.isJson) return exitCode.done;
  const graph = buildRunGraph(rows);
  const archived = withArchived ? noBranches : archivedBranches((await services.notes.read(run)).record);
  const hidden = hiddenBranches(graph.branches, archived, null);
  for (const line of drawTree(withoutBranches(graph, hidden))) output.say(line);
  const named = [...hidden].filter(name => archived.has(name)).map(visibleText);
  if (named.length > 0)
    output.say(
      paint.dim(`\n${named.length} archived, not drawn: ${named.join(', ')} (--archived draws all)`),
    );
  return exitCode.done;
}

const noBranches: ReadonlySet<string> = new Set();

/** `forkpoint show`: a scene, of its messages those that its turn added, or all of them. */
export async function show(
  run: string,
  address: string,
  isWhole: boolean,
  services: Services,
  output: Output,
): Promise<ExitCode> {
  const source = await services.index.source(run);
  const scene = await sceneReply(await source.rows(), source, address);
  output.json(scene);
  if (output.isJson) return exitCode.done;
  const { row, checkpoint, newFrom } = scene;
  output.say(`${scene.address}  ${row.messageCount} messages, ${row.tokensUsed.toLocaleString('en')} tokens`);
  if (checkpoint === null) output.say(visibleLines(scene.raw ?? ''));
  const first = isWhole ? 0 : newFrom;
  for (const [index, message] of (checkpoint?.messages ?? []).slice(first).entries()) {
    output.say(`\n${first + index}  ${message.role}`);
    output.say(textOf(message));
  }
  return exitCode.done;
}

/** `forkpoint effects`: what calls of a run did, superseded turns and all branches included. */
export async function effects(run: string, services: Services, output: Output): Promise<ExitCode> {
  const rows = await (await services.index.source(run)).rows();
  output.json({ run, effects: rows.effects });
  if (output.isJson) return exitCode.done;
  if (rows.effects.length === 0) output.say('No call of this run had an effect.');
  for (const effect of rows.effects) output.say(lineOfEffect(effect));
  return exitCode.done;
}

function textOf(message: Message): string {
  return blocksOf(message).map(textOfBlock).join('\n');
}

/** A block as text: what is no text in itself as its JSON. */
function textOfBlock(block: Block): string {
  if (isText(block)) return visibleLines(block.text);
  if (isThinking(block)) return visibleLines(`(thinking) ${block.thinking}`);
  if (isToolUse(block)) return visibleLines(`→ ${block.name} ${JSON.stringify(block.input)}`);
  if (isToolResult(block)) return visibleLines(`${block.is_error ? '✗' : '✓'} ${textOfResult(block)}`);
  return visibleLines(JSON.stringify(block));
}

/** Line by line, so that line ends stay what they are. */
function visibleLines(text: string): string {
  return text.split('\n').map(visibleText).join('\n');
}
