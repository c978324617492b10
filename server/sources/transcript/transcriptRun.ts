import type { Problem } from '../../../shared/errors.ts';
import type { BranchRow, EffectRow, SceneRow } from '../../../shared/rows.ts';
import { illegalScenes } from './illegalScenes.ts';
import type { Line } from './lines.ts';
import type { CallAt } from './pairResults.ts';
import { branchRowOf, firstEntryOf, type NamedLine, sceneRowsOf } from './rows.ts';
import { type SceneAt, scenesOfLines } from './scenes.ts';
import { callsOfSubagents, type ReadTranscript } from './subagents.ts';

/** A call that stands in a ledger, and where it was made. */
export interface EffectCall {
  call: CallAt;
  scene: SceneAt;
  transcript: ReadTranscript;
}

/** A run as its transcripts tell it: the rows, and where each scene and effect is found. */
export interface TranscriptRun {
  branches: BranchRow[];
  scenes: SceneRow[];
  effects: EffectRow[];
  problems: Problem[];
  sceneAt: ReadonlyMap<string, { row: SceneRow; scene: SceneAt; transcript: ReadTranscript }>;
  effectCalls: ReadonlyMap<string, EffectCall[]>;
}

/** Derives everything that is drawn from the trees. Pure; time in proportion to the number of records. */
export function transcriptRun(transcripts: readonly ReadTranscript[]): TranscriptRun {
  const sceneAt: Map<string, { row: SceneRow; scene: SceneAt; transcript: ReadTranscript }> = new Map();
  const effectCalls = new Map<string, EffectCall[]>();
  const run: TranscriptRun = { branches: [], scenes: [], effects: [], problems: [], sceneAt, effectCalls };
  for (const { named, transcript, illegal } of namedLines(transcripts)) {
    run.branches.push(branchRowOf(named));
    const rows = sceneRowsOf(named, illegal);
    run.scenes.push(...rows);
    rows.forEach((row, index) => {
      const scene = named.scenes[index];
      if (scene) sceneAt.set(row.id, { row, scene, transcript });
    });
    const calls = effectsOf(named.scenes).map(found => ({ ...found, transcript }));
    effectCalls.set(named.name, calls);
    calls.forEach(({ call, scene }, position) => {
      run.effects.push(effectRow(named.name, position, call, scene));
    });
  }
  for (const { tree } of transcripts) run.problems.push(...tree.problems);
  return run;
}

function namedLines(transcripts: readonly ReadTranscript[]) {
  const all = transcripts.flatMap(transcript => {
    const lines = scenesOfLines(transcript.lines);
    const illegal = illegalScenes(lines, transcript.tree.pairing);
    return lines.map(ofLine => ({ transcript, ofLine, illegal }));
  });
  const sceneOfCall = new Map<string, { scene: SceneAt; line: Line }>();
  for (const { ofLine } of all) {
    for (const scene of ofLine.scenes) {
      if (scene.point !== 'A') continue;
      for (const call of scene.reply?.calls ?? [])
        sceneOfCall.set(call.head.id, { scene, line: ofLine.line });
    }
  }
  const callOf = callsOfSubagents(transcripts);
  const originOf = (line: Line) => sceneOfCall.get(callOf.get(line) ?? '') ?? null;
  const names = nameLines(
    all.map(({ ofLine }) => ofLine.line),
    line => originOf(line)?.scene,
  );
  return all.map(({ transcript, ofLine, illegal }) => {
    const origin = originOf(ofLine.line);
    const parent = origin?.line ?? ofLine.line.parent;
    const callId = callOf.get(ofLine.line);
    const named: NamedLine = {
      ...ofLine,
      name: names.get(ofLine.line) ?? ofLine.line.kind,
      parent: (parent && names.get(parent)) ?? null,
      originCall: origin && callId !== undefined ? { id: callId, scene: origin.scene.id } : null,
    };
    return { transcript, named, illegal };
  });
}

const prefixes: Record<Line['kind'], string> = {
  main: 'main',
  fork: 'fork',
  discarded: 'discarded',
  subagent: 'agent',
};

/** Names by kind and by where a line begins (a subagent: at its call): `main`, `fork-1`, `discarded-1`, `agent-1`, … */
function nameLines(
  lines: readonly Line[],
  callSceneOf: (line: Line) => SceneAt | undefined,
): Map<Line, string> {
  const beginOf = (line: Line) => {
    const node = callSceneOf(line)?.node ?? line.nodes[0];
    return node ? firstEntryOf(node).line : 0;
  };
  const names = new Map<Line, string>();
  const counts = new Map<Line['kind'], number>();
  for (const line of lines.toSorted((x, y) => beginOf(x) - beginOf(y))) {
    const number = (counts.get(line.kind) ?? 0) + 1;
    counts.set(line.kind, number);
    names.set(line, line.kind === 'main' ? 'main' : `${prefixes[line.kind]}-${number}`);
  }
  return names;
}

/** A transcript keeps no ledger: calls that can change something and did not fail stand for it. */
function effectsOf(scenes: readonly SceneAt[]): { call: CallAt; scene: SceneAt }[] {
  return scenes
    .filter(scene => scene.point === 'A')
    .flatMap(scene => (scene.reply?.calls ?? []).map(call => ({ call, scene })))
    .filter(
      ({ call }) => call.head.toolClass !== 'read' && call.result !== null && !call.result.head.isError,
    );
}

function effectRow(branch: string, position: number, call: CallAt, scene: SceneAt): EffectRow {
  const { id, name, toolClass, detail } = call.head;
  return {
    id: `${branch}/${position}`,
    branch,
    callId: id,
    name,
    toolClass,
    detail,
    target: null,
    turn: scene.turn,
    scene: scene.id,
    at: call.result?.entry.timestamp ?? null,
  };
}
