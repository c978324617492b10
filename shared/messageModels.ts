import { lineOf } from './lineOf.ts';
import type { SceneRow } from './rows.ts';

/**
 * The model that wrote each message of a scene, by index; null where nobody noted it, and for what no model wrote.
 * @param scenes the readable scenes of a run by id
 * @param asked the model that is going to be asked: an API names the dated version of a name without a date, which is
 *   the same model
 */
export function messageModels(
  scenes: ReadonlyMap<string, SceneRow>,
  head: string,
  asked: string,
): (string | null)[] {
  const models: (string | null)[] = [];
  const line = lineOf(scenes, head).flatMap(id => scenes.get(id) ?? []);
  for (const [index, { point, turn, model, messageCount, calls }] of line.entries()) {
    const before = line[index - 1];
    const repeatsReply = point === 'B' && before?.point === 'A' && before.turn === turn;
    if (turn === 0 || model === null || repeatsReply) continue;
    // The reply is the last message, but for a B without its A, where the results stand behind it.
    const at = messageCount - (point === 'B' && calls.length > 0 ? 2 : 1);
    if (at >= 0) models[at] = model === asked || model.startsWith(`${asked}-`) ? asked : model;
  }
  return Array.from(models, model => model ?? null);
}
