import { basename, dirname, join } from 'node:path';
import { branchFromFolderName, MAIN } from '../../shared/branch.ts';
import { type Effect, effectSchema } from '../../shared/effect.ts';
import { ForkpointError, isForkpointError, type Problem } from '../../shared/errors.ts';
import { checked, isRecord, parseJson } from '../../shared/schema.ts';
import { type DiskCalls, realDisk } from './diskCalls.ts';
import { readIfThere, statIfThere } from './readIfThere.ts';
import { setAside, setAsideProblems } from './setAside.ts';
import { writeFileAtomic } from './writeFileAtomic.ts';

export const ledgerFileName = 'effects.json';

/** A ledger as it was read. What cannot be parsed gives a problem and no effects; it is never silently empty. */
export interface Ledger {
  effects: Effect[];
  problems: Problem[];
}

/**
 * Where the ledger of a branch lies: inside its folder; else, as other programs have it, beside `checkpoints`
 * (`effects.json`) or beside a fork (`effects-plan-b.json`); else where it would be made, inside.
 */
export async function findLedger(branchFolder: string): Promise<string> {
  const inside = join(branchFolder, ledgerFileName);
  const branch = branchFromFolderName(basename(branchFolder));
  if (branch === null || (await statIfThere(inside)) !== null) return inside;
  const beside = join(dirname(branchFolder), branch === MAIN ? ledgerFileName : `effects-${branch}.json`);
  return (await statIfThere(beside)) === null ? inside : beside;
}

/** Reads a ledger in either form: an array of rows, or an object keyed by `tool_use_id`. Absent means empty. */
export async function readLedger(path: string): Promise<Ledger> {
  const problems = await setAsideProblems(path);
  const effects: Effect[] = [];
  try {
    const bytes = await readIfThere(path);
    const rows = bytes === null ? [] : rowsOf(parseLedger(bytes, path));
    rows.forEach((row, index) => {
      const effect = effectFromRow(row, `${whereOf(path)}[${index}]`);
      if (isForkpointError(effect)) problems.push(effect.toProblem());
      else effects.push(effect);
    });
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    problems.push(error.toProblem());
  }
  return { effects, problems };
}

/**
 * Adds one row at the end and writes the whole ledger anew, atomically, in the form it has. One that cannot be
 * parsed is kept aside first.
 * @throws ForkpointError `disk-full`, `write-failed`, `unreadable-file`
 */
export async function appendToLedger(
  path: string,
  effect: Effect,
  disk: DiskCalls = realDisk,
): Promise<void> {
  const bytes = await readIfThere(path);
  const ledger = bytes === null ? [] : await parsedOrSetAside(bytes, path, disk);
  const next = Array.isArray(ledger) ? [...ledger, effect] : withRow(ledger, effect);
  await writeFileAtomic(path, JSON.stringify(next, null, 2), disk);
}

type LedgerJson = unknown[] | Record<string, unknown>;

function parseLedger(bytes: Buffer, path: string): LedgerJson {
  const value = parseJson(bytes.toString('utf8'), whereOf(path));
  if (Array.isArray(value)) return value;
  if (isRecord(value)) return value;
  throw new ForkpointError('bad-shape', { where: whereOf(path), detail: 'a ledger is an array of effects' });
}

async function parsedOrSetAside(bytes: Buffer, path: string, disk: DiskCalls): Promise<LedgerJson> {
  try {
    return parseLedger(bytes, path);
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    await setAside(path, bytes, disk);
    return [];
  }
}

function rowsOf(ledger: LedgerJson): unknown[] {
  if (Array.isArray(ledger)) return ledger;
  return Object.entries(ledger).map(([id, value]) =>
    isRecord(value) && 'result' in value ? { tool_use_id: id, ...value } : { tool_use_id: id, result: value },
  );
}

/** Other programs leave out what they do not need: only the call's id is asked for. */
function effectFromRow(row: unknown, where: string): Effect | ForkpointError<'bad-shape'> {
  try {
    return checked(
      effectSchema,
      isRecord(row) ? { name: '', input: null, result: null, ...row } : row,
      where,
    );
  } catch (error) {
    if (isForkpointError(error, 'bad-shape')) return error;
    throw error;
  }
}

/** Backends use ids again: a second row of one id gets a key of its own and says its id inside. */
function withRow(ledger: Record<string, unknown>, effect: Effect): Record<string, unknown> {
  let key = effect.tool_use_id;
  for (let n = 2; Object.hasOwn(ledger, key); n++) key = `${effect.tool_use_id}~${n}`;
  return Object.fromEntries([...Object.entries(ledger), [key, effect]]);
}

function whereOf(path: string): string {
  return join(basename(dirname(path)), basename(path));
}
