import { contextWindowOf } from '../../shared/contextWindow.ts';
import { contextTokensOf } from '../../shared/message.ts';
import type { JournalRow, SceneRow } from '../../shared/rows.ts';
import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';
import { formatDuration, formatMoment } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { PhraseText } from '../ui/PhraseText.tsx';
import { callsDurationMs } from './callsDuration.ts';
import { Fact, FactList, factNumber } from './FactList.tsx';

interface ReplyFactsProps {
  /** The scene that the reply was saved as. */
  row: SceneRow;
  node: TurnNode;
  journal: readonly JournalRow[];
  /** The scenes of the run: what they held tells which window the model had. */
  scenes: RunGraph['scenes'];
  durationMs: number | null;
}

/** What a reply used and how long it and its calls took. */
export function ReplyFacts({ row, node, journal, scenes, durationMs }: ReplyFactsProps) {
  const { usage } = row;
  const callsMs = callsDurationMs(node, journal);
  const share = wordsOfShare(row, scenes);
  return (
    <FactList>
      <Fact name={words('inspector.model')}>{row.model}</Fact>
      <Fact name={words('inspector.stopReason')}>{row.stopReason}</Fact>
      <Fact name={words('inspector.inputTokens')}>{usage && factNumber(contextTokensOf(usage))}</Fact>
      <Fact name={words('inspector.cacheReadTokens')} optional>
        {factNumber(usage?.cache_read_input_tokens)}
      </Fact>
      <Fact name={words('inspector.cacheWriteTokens')} optional>
        {factNumber(usage?.cache_creation_input_tokens)}
      </Fact>
      <Fact name={words('inspector.outputTokens')}>{factNumber(usage?.output_tokens)}</Fact>
      <Fact name={words('inspector.contextShare')} optional>
        {share === null ? null : <PhraseText text={share} />}
      </Fact>
      <Fact name={words('inspector.lineTokens')}>{factNumber(row.tokensUsed)}</Fact>
      <Fact name={words('inspector.duration')}>
        {durationMs === null ? null : formatDuration(durationMs)}
      </Fact>
      <Fact name={words('inspector.callsTook')} optional>
        {callsMs === null ? null : formatDuration(callsMs)}
      </Fact>
      <Fact name={words('inspector.savedAt')}>{row.savedAt && formatMoment(new Date(row.savedAt))}</Fact>
    </FactList>
  );
}

/** How full the context was, where the model's window is known. */
function wordsOfShare({ model, usage }: SceneRow, scenes: RunGraph['scenes']): string | null {
  const used = usage ? contextTokensOf(usage) + (usage.output_tokens ?? 0) : 0;
  if (model === null || used === 0) return null;
  const ofModel = [...scenes.values()].filter(scene => scene.model === model);
  const most = Math.max(used, ...ofModel.map(scene => (scene.usage ? contextTokensOf(scene.usage) : 0)));
  const window = contextWindowOf(model, most);
  if (window === null) return null;
  const share = ((used / window) * 100).toFixed(used / window < 0.1 ? 1 : 0);
  return words('inspector.contextOf', { share, count: window });
}
