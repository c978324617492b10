import type { Scene } from '../../sources/runSource.ts';
import type { CheckpointDraft } from '../runStore.ts';

/** A scene whose last message a person wrote anew. */
export function editedScene({ row, checkpoint }: Scene, words: string): CheckpointDraft {
  const messages = checkpoint?.messages ?? [];
  return {
    turn: row.turn,
    point: row.point,
    task: checkpoint?.task ?? '',
    messages: [...messages.slice(0, -1), { role: 'user', content: words }],
    tokensUsed: row.tokensUsed,
  };
}
