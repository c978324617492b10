import { currentQuestions, isOpenQuestion, type Question } from '../gate.ts';
import type { EffectRow } from '../rows.ts';
import { callDetail } from '../sceneRow.ts';
import type { Column, ComparedEffect } from './comparison.ts';
import type { SideLine } from './sideLine.ts';
import type { Step, StepContent } from './step.ts';

/** An effect before it is known where else it stands. */
export type OwnEffect = Omit<ComparedEffect, 'alsoOn'>;

/** The ledgers of a run by the place of their calls, so that each turn is asked for once. */
export class LedgerRows {
  private readonly byPlace = new Map<string, EffectRow[]>();

  constructor(effects: readonly EffectRow[]) {
    for (const effect of effects) {
      const key = effect.scene === null ? turnKey(effect.branch, effect.turn) : `scene ${effect.scene}`;
      const others = this.byPlace.get(key);
      if (others) others.push(effect);
      else this.byPlace.set(key, [effect]);
    }
  }

  /** What a turn's calls wrote. A fork from an A has that A's id, and a ledger of its own. */
  ofStep({ a, b, last, before, isReplyShared }: Step): EffectRow[] {
    const scenes = [a, b, isReplyShared ? before : null].flatMap(row => row?.id ?? []);
    const named = scenes.flatMap(id => this.byPlace.get(`scene ${id}`) ?? []);
    // Ledgers of other programs name turns and calls, not scenes.
    const calls = new Set(last.calls.map(call => call.id));
    const placed = this.byPlace.get(turnKey(last.branch, last.turn)) ?? [];
    return [
      ...named.filter(effect => effect.branch === last.branch),
      ...placed.filter(effect => calls.has(effect.callId)),
    ];
  }
}

function turnKey(branch: string, turn: number | null): string {
  return `turn ${branch}/${turn}`;
}

/** What a side did to the world behind the ancestor, what it would have done in a dry run, and what waits at the gate. */
export function effectsOfSide(
  side: SideLine,
  contents: readonly StepContent[],
  ledger: readonly (readonly EffectRow[])[],
): OwnEffect[] {
  const onLine = new Set(ledger.flat().map(effect => effect.id));
  const own = contents.flatMap((content, index): OwnEffect[] => [
    ...(ledger[index] ?? []).filter(isExternal).map(effect => realEffect(effect, side, false)),
    ...simulatedEffects(content, side),
  ]);
  const leftBehind = leftBehindEffects(side, contents, onLine).map(effect => realEffect(effect, side, true));
  return [...own, ...leftBehind, ...openQuestions(side).map(question => waitingEffect(question, side))];
}

/** What a command or a tool of the workspace changes is told among the commands and files. */
function isExternal({ toolClass }: EffectRow): boolean {
  return toolClass === 'external';
}

function realEffect(effect: EffectRow, side: SideLine, isLeftBehind: boolean): OwnEffect {
  const row = side.graph.scenes.get(effect.scene ?? '');
  const { name, detail, target, callId } = effect;
  return { name, detail, target, callId, kind: 'real', at: row ? side.placeOf(row) : null, isLeftBehind };
}

function simulatedEffects({ step, calls }: StepContent, side: SideLine): OwnEffect[] {
  if (!step.last.flags.includes('simulated')) return [];
  const isSimulated = ({ isSimulated: isMarked, output, row }: StepContent['calls'][number]) =>
    output === null ? row.toolClass === 'external' : isMarked;
  return calls.filter(isSimulated).map(({ row }) => ({
    name: row.name,
    detail: row.detail,
    target: null,
    callId: row.id,
    kind: 'simulated',
    at: side.placeOf(step.last),
    isLeftBehind: false,
  }));
}

/** Effects of the branch itself on lines that it left, after it had passed the ancestor. */
function leftBehindEffects(
  side: SideLine,
  contents: readonly StepContent[],
  onLine: ReadonlySet<string>,
): EffectRow[] {
  const { branchRow, graph, rows } = side;
  const ancestor = contents[0]?.step.before ?? null;
  if (branchRow === null || branchRow.moves.length === 0) return [];
  const isBehind = (scene: string | null) => {
    if (scene === null || scene === ancestor?.id) return false;
    for (let at = graph.scenes.get(scene); at; at = graph.scenes.get(at.parent ?? '')) {
      if (at.id === ancestor?.id) return true;
      if (ancestor !== null && at.turn < ancestor.turn) return false;
    }
    return ancestor === null;
  };
  return rows.effects.filter(
    effect =>
      effect.branch === branchRow.name &&
      isExternal(effect) &&
      !onLine.has(effect.id) &&
      isBehind(effect.scene),
  );
}

/** The questions at the gate that wait on a side, where it is a branch. */
export function openQuestions({ branchRow, rows }: SideLine): Question[] {
  if (branchRow === null) return [];
  return currentQuestions(rows.questions, [branchRow]).filter(isOpenQuestion);
}

function waitingEffect(question: Question, side: SideLine): OwnEffect {
  const row = side.graph.scenes.get(question.scene);
  return {
    name: question.name,
    detail: callDetail(question.input),
    target: question.target,
    callId: question.callId,
    kind: 'waiting',
    at: row ? side.placeOf(row) : null,
    isLeftBehind: false,
  };
}

/** The effects of each side with the other sides on which the same tool acts on the same. */
export function withOverlap(effects: readonly (readonly OwnEffect[])[]): Column['effects'][] {
  const places = effects.map(ofSide => new Set(ofSide.flatMap(keysOf)));
  return effects.map((ofSide, side) =>
    ofSide.map(effect => ({
      ...effect,
      alsoOn: places.flatMap((keys, other) =>
        other !== side && keysOf(effect).some(key => keys.has(key)) ? [other] : [],
      ),
    })),
  );
}

/** A dry run tells no target: where one side has none, the detail says what a call is about. */
function keysOf({ name, target, detail }: OwnEffect): string[] {
  const byDetail = `${name} about ${detail}`;
  return target === null ? [byDetail] : [byDetail, `${name} at ${target}`];
}
