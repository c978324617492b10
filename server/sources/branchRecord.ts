import { BRANCH_VERSION, type BranchRecord, branchRecordSchema } from '../../shared/branch.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { refuseNewer } from './versionDoor.ts';

export const branchFileName = 'branch.json';

/**
 * The door for `branch.json`: the parsed original, checked; older ones know no decisions.
 * @param where the file, for errors
 * @throws ForkpointError `empty-file`, `bad-json`, `bad-shape`, `newer-version`
 */
export function branchRecordFromText(text: string, where: string): BranchRecord {
  const value = parseJson(text, where);
  refuseNewer(value, BRANCH_VERSION, where);
  const record = checked(branchRecordSchema, value, where);
  return { ...record, decisions: record.decisions ?? null };
}
