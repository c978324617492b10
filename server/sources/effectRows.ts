import type { Effect } from '../../shared/effect.ts';
import type { CallRow, EffectRow, SceneRow } from '../../shared/rows.ts';
import { callDetail } from '../../shared/sceneRow.ts';
import { type ToolClass, toolClassFromName } from '../../shared/toolClass.ts';

/** A ledger row without the result that it holds. */
export type LedgerRow = Pick<EffectRow, 'callId' | 'name' | 'detail' | 'target' | 'turn' | 'scene' | 'at'>;

/** The light form of a ledger's rows, as they were written. */
export function ledgerRows(effects: readonly Effect[]): LedgerRow[] {
  return effects.map(effect => ({
    callId: effect.tool_use_id,
    name: effect.name,
    detail: callDetail(effect.input),
    target: effect.target ?? null,
    turn: Number.isInteger(effect.turn) ? (effect.turn ?? null) : null,
    scene: effect.scene ?? null,
    at: effect.at ?? null,
  }));
}

/**
 * The effects of a branch. Other programs write less into their ledgers: what is missing is taken from the first
 * call of that id in the branch.
 * @param classes as in `JournalReading`
 */
export function effectRows(
  branch: string,
  ledger: readonly LedgerRow[],
  scenes: readonly SceneRow[],
  classes: ReadonlyMap<string, ToolClass>,
): EffectRow[] {
  const calls = callsById(ledger, scenes);
  return ledger.map((row, index) => {
    const call = calls.get(row.callId);
    const name = row.name === '' ? (call?.row.name ?? '') : row.name;
    return {
      id: `${branch}/${index}`,
      branch,
      ...row,
      name,
      detail: row.detail === '' ? (call?.row.detail ?? '') : row.detail,
      turn: row.turn ?? call?.turn ?? null,
      toolClass: classes.get(`${row.scene ?? ''}/${row.callId}`) ?? toolClassFromName(name),
    };
  });
}

/** The calls that a row has to be filled from, so none where every row says all. */
function callsById(ledger: readonly LedgerRow[], scenes: readonly SceneRow[]) {
  const wanted = new Set(ledger.filter(row => row.turn === null || row.name === '').map(row => row.callId));
  const calls = new Map<string, { row: CallRow; turn: number }>();
  if (wanted.size === 0) return calls;
  for (const { turn, calls: rows } of scenes) {
    for (const row of rows) {
      if (wanted.has(row.id) && !calls.has(row.id)) calls.set(row.id, { row, turn });
    }
  }
  return calls;
}
