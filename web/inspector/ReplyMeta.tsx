import type { SceneRow } from '../../shared/rows.ts';
import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';
import { formatDuration } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { replyDurationMs, replySceneOf } from './replyDuration.ts';

/** Which model replied, in how many tokens, and how long it took. */
export function ReplyMeta({ graph, node, row }: { graph: RunGraph; node: TurnNode; row: SceneRow }) {
  const durationMs = replyDurationMs(graph, node);
  const reply = replySceneOf(node, row);
  const tokens = reply.usage?.output_tokens;
  const facts = [
    reply.model,
    tokens === undefined ? null : words('inspector.tokens', { count: tokens }),
    durationMs === null ? null : formatDuration(durationMs),
  ].filter(fact => fact !== null);
  return <SafeText text={facts.join(' · ')} />;
}
