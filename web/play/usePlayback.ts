import { useEffect, useMemo, useState } from 'react';
import { type PlayStep, playDelayMs, playStepCountOf, playStepsOf, rowsAt } from '../../shared/playback.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { notPlaying, type PlayAct, type Playing, played } from './playing.ts';

/** A run that is played again, and what can be done about it. */
export interface Playback extends Playing {
  /** Steps that the run has. */
  count: number;
  /** The run as it was; null while it is shown as it is. */
  state: RunState | null;
  /** The scene that the last shown step led to; null while the run is shown as it is. */
  scene: SceneRow | null;
  act: (act: PlayAct) => void;
}

/**
 * Plays a run again. Steps are taken from the rows, so what is played is what happened, rewinds and forks included.
 * @param run the run as it is; null while it loads
 * @param chosen what the person looks at: choosing pauses, and what was not there yet ends playing
 */
export function usePlayback(run: RunState | null, chosen: SceneRow | null): Playback {
  const [playing, setPlaying] = useState(notPlaying);
  const { at, isPlaying, speed } = playing;
  const isUsed = at !== null;
  const scenes = run?.scenes;
  const branches = run?.branches;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only scenes and branches decide the steps
  const count = useMemo(() => (run ? playStepCountOf(run) : 0), [scenes, branches]);
  // Of a very long run they take a while: nobody waits for them who only looks.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const steps = useMemo(() => (run && isUsed ? playStepsOf(run) : []), [scenes, branches, isUsed]);
  const act = (done: PlayAct) => setPlaying(before => played(before, done, count));
  useEffect(() => {
    if (!isPlaying || at === null) return;
    const tick = () => setPlaying(before => played(before, { type: 'tick' }, steps.length));
    const timer = setTimeout(tick, playDelayMs(steps, at, speed));
    return () => clearTimeout(timer);
  }, [isPlaying, at, speed, steps]);
  const state = useMemo(
    () => (run && isUsed ? { ...run, ...rowsAt(run, steps, at), drafts: [] } : null),
    [run, isUsed, steps, at],
  );
  const isThere = chosen !== null && (state?.scenes.some(row => row.id === chosen.id) ?? true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a choice does this, not a step of the play
  useEffect(() => {
    if (chosen !== null) setPlaying(before => played(before, { type: isThere ? 'pause' : 'leave' }, 0));
  }, [chosen?.id]);
  const scene = at === null ? null : sceneAfter(steps, at);
  return { ...playing, count, state, scene, act };
}

/** Where the last of the first `count` steps led: the scene that it saved, or the one that a move took. */
function sceneAfter(steps: readonly PlayStep[], count: number): SceneRow | null {
  const last = steps[count - 1];
  if (last?.kind !== 'move') return last?.scene ?? null;
  const taken = steps.find(step => step.kind === 'scene' && step.scene.id === last.taken);
  return taken?.kind === 'scene' ? taken.scene : null;
}
