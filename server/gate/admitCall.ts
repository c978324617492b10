import { randomBytes } from 'node:crypto';
import { digestOfValue } from '../../shared/digest.ts';
import { type EarlierCall, isOpenQuestion, type Question } from '../../shared/gate.ts';
import { isSameEarlierCall } from '../../shared/repeats.ts';
import type { GateAct } from '../store/gateStore.ts';
import { factsOf, type GateCall, type GateFacts, isSameJson, ownEarlier, repeatsOf } from './gateFacts.ts';
import { modeAsks } from './reach.ts';

/** By what a call may run. */
export interface Pass {
  input: Record<string, unknown>;
  /** The answered question that it spends, or null. */
  question: Question | null;
  /** Whether a standing yes let it through. */
  isStanding: boolean;
}

export type Admission =
  | { kind: 'run'; pass: Pass }
  | { kind: 'refused'; question: Question }
  /** The input that the person put in place cannot run. */
  | { kind: 'unfit'; question: Question; problem: string }
  | { kind: 'waiting'; question: Question };

/**
 * Lets a call run, or stops it. A call that runs is opened while the run is locked: of two branches that are about to do
 * the same, the second one finds the first.
 * @param open writes the `open` line; with it the answer is spent
 * @throws ForkpointError what the store throws; where `open` did not come through, nothing was let through
 */
export async function admitCall(call: GateCall, open: (pass: Pass) => Promise<void>): Promise<Admission> {
  return await call.branch.run.gate.locked(async act => {
    const facts = await factsOf(call, act.record);
    const admission = await decide(call, facts);
    await keep(act, facts, admission, open);
    return admission;
  });
}

async function decide(call: GateCall, facts: GateFacts): Promise<Admission> {
  const { asked, input, isSpent, areFilesSame } = facts;
  if (asked?.answer?.kind === 'refuse') return { kind: 'refused', question: asked };
  const problem = asked?.answer?.input ? call.problemOf(input) : null;
  if (asked !== null && problem !== null) return { kind: 'unfit', question: asked, problem };
  const repeats = repeatsOf(call, facts);
  const yes = asked?.answer?.kind === 'approve' && !isSpent && areFilesSame ? asked : null;
  const pointer = yes === null ? (repeats[0] ?? ownEarlier(call, facts)) : unseenBy(yes, repeats);
  if (pointer !== null) {
    return await ask(call, facts, pointer.state === 'unknown' ? 'unknown-end' : 'repeat', pointer);
  }
  if (yes !== null) return { kind: 'run', pass: { input, question: yes, isStanding: false } };
  const why = modeAsks(facts.mode, facts.reach);
  const isPassedBefore = call.isRerun && isSpent;
  if (why === null || call.isApproved || isPassedBefore) return freePass(input);
  if (facts.standing) return { kind: 'run', pass: { input, question: null, isStanding: true } };
  return await ask(call, facts, why, null);
}

function freePass(input: Record<string, unknown>): Admission {
  return { kind: 'run', pass: { input, question: null, isStanding: false } };
}

/** What the person had not seen when they said yes: a yes that is older than the pointer is asked for again. */
function unseenBy(yes: Question, repeats: readonly EarlierCall[]): EarlierCall | null {
  const isSeen = (repeat: EarlierCall) => yes.earlier !== null && isSameEarlierCall(repeat, yes.earlier);
  const newer = repeats.find(repeat => !isSeen(repeat) && repeat.at !== null && repeat.at > yes.askedAt);
  return newer ?? (repeats.some(isSeen) ? null : (repeats[0] ?? null));
}

/** The question as it stands, or a new one where something changed since it was asked. */
async function ask(
  call: GateCall,
  { asked, input, reach }: GateFacts,
  why: Question['why'],
  earlier: EarlierCall | null,
): Promise<Admission> {
  const files = await call.filesOf(input);
  const content = { input, files, why, earlier };
  if (asked !== null && isOpenQuestion(asked)) {
    const present = { input: asked.input, files: asked.files, why: asked.why, earlier: asked.earlier };
    if (isSameJson(present, content)) return { kind: 'waiting', question: asked };
  }
  const question: Question = {
    id: `q-${randomBytes(6).toString('hex')}`,
    branch: call.branch.name,
    scene: call.scene,
    turn: call.turn,
    position: call.position,
    callId: call.call.id,
    name: call.call.name,
    ...content,
    inputDigest: digestOfValue(call.input),
    toolClass: call.tool.toolClass,
    target: reach.target,
    askedAt: now(),
    answer: null,
    spentAt: null,
    voidedAt: null,
  };
  return { kind: 'waiting', question };
}

/** Makes what was decided durable. */
async function keep(
  act: GateAct,
  { gate, asked }: GateFacts,
  admission: Admission,
  open: (pass: Pass) => Promise<void>,
): Promise<void> {
  if (admission.kind === 'run') await open(admission.pass);
  const change = changeOf(admission, asked);
  if (asked === null && admission.kind !== 'waiting') return;
  const questions = gate.questions.map(entry => (entry.id === asked?.id ? { ...entry, ...change } : entry));
  if (admission.kind === 'waiting' && admission.question.id !== asked?.id) questions.push(admission.question);
  if (!isSameJson(questions, gate.questions)) await act.write({ ...gate, questions });
}

/** What becomes of the question that was there. */
function changeOf(admission: Admission, asked: Question | null): Partial<Question> {
  if (asked === null || (admission.kind === 'waiting' && admission.question.id === asked.id)) return {};
  const { kind } = admission;
  const isItsAnswer = kind === 'refused' || kind === 'unfit' || (kind === 'run' && admission.pass.question);
  if (isItsAnswer || asked.spentAt !== null) return { spentAt: asked.spentAt ?? now() };
  return { voidedAt: now() };
}

function now(): string {
  return new Date().toISOString();
}
