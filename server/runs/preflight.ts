import { formatAddress } from '../../shared/address.ts';
import { pairCalls } from '../../shared/calls.ts';
import { ForkpointError, type Problem } from '../../shared/errors.ts';
import { openLoopStart } from '../../shared/findProblems.ts';
import type { LegalityProblem } from '../../shared/legality.ts';
import { lineOf } from '../../shared/lineOf.ts';
import { type Messages, textOfMessage } from '../../shared/message.ts';
import type { PlannedSettings, PreflightNote } from '../../shared/plan.ts';
import { replySpans } from '../../shared/replySpans.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';

/** A note whose problem can be thrown. */
export interface FlightNote extends PreflightNote {
  problem: Problem;
}

/** What a preflight looks at. */
export interface Preflight {
  graph: RunGraph;
  /** The scene that the conversation goes on from. */
  scene: SceneRow;
  /** What will be sent, and what is wrong with it under these settings. */
  messages: Messages;
  problems: readonly LegalityProblem[];
  settings: PlannedSettings;
  /** The model that wrote each message, where that is known. */
  writers: readonly (string | null)[];
}

/** Whether settings and history go together: found before anything is written or asked. Pure. */
export function preflightOf(flight: Preflight): FlightNote[] {
  return [
    ...unknownTools(flight),
    ...tooLargeBudget(flight.settings),
    ...thinkingMissing(flight),
    ...thinkingForeign(flight),
    ...toolsMissing(flight),
  ];
}

/** @throws ForkpointError the first problem that refuses the move */
export function refuseByPreflight({ preflight }: { preflight: readonly FlightNote[] }): void {
  const refused = preflight.find(note => note.severity === 'error');
  if (refused) throw ForkpointError.from(refused.problem);
}

function error(problem: Problem, earlier: PreflightNote['earlier'] = null): FlightNote {
  return { severity: 'error', problem, earlier };
}

function warning(problem: Problem, earlier: PreflightNote['earlier'] = null): FlightNote {
  return { severity: 'warning', problem, earlier };
}

function unknownTools({ settings: { tools, known } }: Preflight): FlightNote[] {
  return tools
    .filter(tool => !known.includes(tool))
    .map(tool => error({ code: 'no-such-tool', params: { tool, known: known.join(', ') } }));
}

/** A budget is part of what a reply may have (Anthropic's page on extended thinking). */
function tooLargeBudget({ thinking, maxTokens }: PlannedSettings): FlightNote[] {
  const budgetTokens = typeof thinking === 'object' && thinking !== null ? thinking.budgetTokens : 0;
  if (budgetTokens < maxTokens) return [];
  return [error({ code: 'thinking-budget', params: { budgetTokens, maxTokens } })];
}

function thinkingMissing(flight: Preflight): FlightNote[] {
  const problem = flight.problems.find(({ code }) => code === 'thinking-missing');
  if (!problem) return [];
  const params = { message: problem.messageIndex };
  return [error({ code: 'thinking-missing', params }, beforeLoop(flight))];
}

/** Signatures inside the open tool loop cannot be left out; one user turn earlier there is no loop. */
function thinkingForeign(flight: Preflight): FlightNote[] {
  const problem = flight.problems.find(
    ({ code, severity }) => code === 'thinking-foreign' && severity === 'warning',
  );
  if (!problem) return [];
  const writer = flight.writers[problem.messageIndex] ?? '';
  const params = { model: flight.settings.model ?? '', writer };
  return [warning({ code: 'thinking-foreign', params }, beforeLoop(flight))];
}

function toolsMissing(flight: Preflight): FlightNote[] {
  const { messages, settings } = flight;
  const calls = pairCalls(messages).map(({ call }) => call);
  const [first] = calls;
  if (settings.tools.length === 0 && first)
    return [error({ code: 'tools-missing', params: { tool: first.name, id: first.id } })];
  const gone = new Set(calls.map(call => call.name).filter(name => isTakenAway(name, flight)));
  return [...gone].map(tool => warning({ code: 'tool-not-offered', params: { tool } }));
}

/** A tool that the run never had is not taken away by these settings. */
function isTakenAway(name: string, { settings: { tools, known } }: Preflight): boolean {
  return known.includes(name) && !tools.includes(name);
}

/** The nearest scene on the line in which the open tool loop has not begun yet, and what was said between the two. */
function beforeLoop({ graph, scene, messages }: Preflight): PreflightNote['earlier'] {
  const index = openLoopStart(messages, replySpans(messages));
  if (index === null) return null;
  const line = lineOf(graph.scenes, scene.id).flatMap(id => graph.scenes.get(id) ?? []);
  const before = line.findLast(row => row.problem === null && row.messageCount <= index);
  if (!before) return null;
  const said = messages
    .slice(before.messageCount, index)
    .filter(message => message.role === 'user')
    .map(textOfMessage)
    .filter(text => text !== '');
  return {
    address: formatAddress(addressOf(graph, before)),
    say: said.length === 0 ? null : said.join('\n\n'),
  };
}
