import type { z } from 'zod';
import { type RunState, runStateSchema } from '../runEvent.ts';
import { callColumnsOf } from './callColumns.ts';
import { effectColumnsOf, effectColumnsSchema, effectsFromColumns } from './effectColumns.ts';
import { sceneColumnsOf, sceneColumnsSchema, scenesFromColumns } from './sceneColumns.ts';

/**
 * A run as it travels: what there can be thousands of goes as columns, and nothing is said twice. Everything else is as
 * it is in a `RunState`.
 */
export const runOnWireSchema = runStateSchema
  .omit({ scenes: true, effects: true })
  .extend({ scenes: sceneColumnsSchema, effects: effectColumnsSchema });
export type RunOnWire = z.infer<typeof runOnWireSchema>;

/**
 * What is sent of a run.
 * @param pause lets others act in between: of a very long run each step takes some hundredths of a second
 */
export async function runToWire(state: RunState, pause: () => Promise<void>): Promise<RunOnWire> {
  const { scenes, effects, ...rest } = state;
  const own = sceneColumnsOf(scenes);
  await pause();
  const calls = callColumnsOf(scenes.map(scene => scene.calls));
  await pause();
  return { ...rest, scenes: { ...own, calls }, effects: effectColumnsOf(effects, scenes) };
}

/** The run again. @throws ForkpointError `bad-shape` where columns do not fit together */
export function runFromWire(wire: RunOnWire): RunState {
  const { scenes: columns, effects, ...rest } = wire;
  const scenes = scenesFromColumns(columns);
  return { ...rest, scenes, effects: effectsFromColumns(effects, scenes) };
}
