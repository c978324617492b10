import type { SceneReply } from '../../shared/api.ts';
import { lastReplyIndex } from '../../shared/calls.ts';
import type { RequestSettings } from '../../shared/checkpoint.ts';
import type { LegalityProblem } from '../../shared/legality.ts';
import type { Messages } from '../../shared/message.ts';
import { messageModels } from '../../shared/messageModels.ts';
import { repairMessages } from '../../shared/repairMessages.ts';
import { toRequestBody } from '../../shared/requestBody.ts';
import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';

/** What a request has beside its messages, of which a scene may not have kept everything. */
export type UnkeptPart = 'model' | 'system' | 'tools' | 'maxTokens';

/** The request that a turn's reply answered. */
export interface SentRequest {
  settings: RequestSettings;
  /** The messages as they are stored. */
  stored: Messages;
  /** As they are sent: a repaired copy where they are not legal. */
  sent: Messages;
  /** What is mended in that copy. */
  mended: LegalityProblem[];
  /** Nobody wrote these down. */
  unkept: UnkeptPart[];
  /** The whole body as Forkpoint sends it. What was not kept is left out of it, but for what the API cannot do without. */
  body: Record<string, unknown>;
}

/** Stands in where nobody wrote down how long the reply might be: the API takes no request without it. */
const USUAL_MAX_TOKENS = 16_000;

/** The request behind a scene's newest reply; null for turn 0, and where `messages` holds no reply. */
export function sentRequest(
  graph: RunGraph,
  node: TurnNode,
  { row, checkpoint }: Pick<SceneReply, 'row' | 'checkpoint'>,
): SentRequest | null {
  const at = checkpoint ? lastReplyIndex(checkpoint.messages) : -1;
  if (!checkpoint || row.turn === 0 || at < 0) return null;
  const settings = checkpoint.request ?? {};
  const stored = checkpoint.messages.slice(0, at);
  const model = settings.model ?? row.model ?? '';
  const asked = graph.scenes.get((node.a ?? row).parent ?? '');
  const readable = new Map([...graph.scenes].filter(([, scene]) => scene.problem === null));
  const { messages: sent, problems: mended } = repairMessages(stored, {
    stopReason: asked?.stopReason ?? null,
    ...(model !== '' && { model }),
    ...(asked && { models: messageModels(readable, asked.id, model) }),
  });
  const body = toRequestBody({
    model,
    system: settings.system ?? '',
    tools: settings.tools ?? [],
    maxTokens: settings.maxTokens ?? USUAL_MAX_TOKENS,
    ...(settings.thinking !== undefined && { thinking: settings.thinking }),
    messages: sent,
  });
  return { settings, stored, sent, mended, unkept: unkeptParts(settings, model), body };
}

function unkeptParts(settings: RequestSettings, model: string): UnkeptPart[] {
  const parts: UnkeptPart[] = ['system', 'tools', 'maxTokens'];
  const unkept = parts.filter(part => settings[part] === undefined);
  return model === '' ? ['model', ...unkept] : unkept;
}
