import type { Problem } from '../../shared/errors.ts';
import { lineOf } from '../../shared/lineOf.ts';
import type { BranchRow, RunRows, SceneRow } from '../../shared/rows.ts';

/** What does not fit together in the rows of a run of ours: scenes and moves that are named and not there. Pure. */
export function problemsOfMoves(rows: RunRows): Problem[] {
  const scenes = new Map(rows.scenes.map(row => [row.id, row]));
  const namesScene = (where: string, id: string | null | undefined): Problem[] =>
    id == null || scenes.has(id) ? [] : [namesNothing(where, `the scene ${id}`)];
  return [
    ...rows.branches.flatMap(branch => [
      ...namesScene(`origin of ${branch.name}`, branch.origin),
      ...namesScene(`head of ${branch.name}`, branch.head),
      ...branch.moves.flatMap(move => [
        ...namesScene(whereOf(branch, move.number), move.left),
        ...namesScene(whereOf(branch, move.number), move.taken),
      ]),
      ...problemsOfUndos(branch),
      ...problemOfLine(branch, scenes),
    ]),
    ...rows.effects.flatMap(effect => namesScene(`the ledger of ${effect.branch}`, effect.scene)),
    ...rows.journal.flatMap(call => namesScene(`the journal of ${call.branch}`, call.scene)),
  ];
}

/** The branches in whose folder a move's tidying is not finished: a scene of the head's line lies in `superseded/`. */
export function untidiedBranches({ branches, scenes }: RunRows): string[] {
  const byId = new Map(scenes.map(row => [row.id, row]));
  const isUntidied = ({ name, head }: BranchRow) =>
    head !== null &&
    lineOf(byId, head).some(id => {
      const row = byId.get(id);
      return row?.branch === name && row.folderOfMove !== null;
    });
  return branches.filter(isUntidied).map(({ name }) => name);
}

/** Numbers are used once and rise; an undo names a rewind before it that was not undone yet. */
function problemsOfUndos(branch: BranchRow): Problem[] {
  const open = new Set<number>();
  let last = 0;
  return branch.moves.flatMap(({ number, kind, undoes }) => {
    const isNew = number > last;
    last = Math.max(last, number);
    const isFound = kind === 'rewind' || (undoes !== undefined && open.delete(undoes));
    if (kind === 'rewind') open.add(number);
    if (!isNew) return [namesNothing(whereOf(branch, number), 'a number that was used before')];
    return isFound ? [] : [namesNothing(whereOf(branch, number), `the rewind ${undoes ?? '?'}`)];
  });
}

function problemOfLine({ name, head }: BranchRow, scenes: ReadonlyMap<string, SceneRow>): Problem[] {
  if (head === null || !scenes.has(head)) return [];
  const first = scenes.get(lineOf(scenes, head)[0] ?? '');
  const isWhole = first?.parent === null && first.turn === 0;
  return isWhole ? [] : [{ code: 'broken-line', params: { branch: name, id: head } }];
}

function whereOf({ name }: BranchRow, moveNumber: number): string {
  return `move ${moveNumber} of ${name}`;
}

function namesNothing(where: string, name: string): Problem {
  return { code: 'names-nothing', params: { where, name } };
}
