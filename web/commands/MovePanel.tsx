import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatAddress, parseAddress } from '../../shared/address.ts';
import type { RunReceipt } from '../../shared/api.ts';
import type { BranchRow, SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { addressOf, type RunGraph, sceneAt } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import type { Act } from '../selection/selection.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { rewindableBranches } from './branchMoves.ts';
import { ClaimedFiles } from './ClaimedFiles.tsx';
import { keepDraft } from './drafts.ts';
import { ImportNote } from './ImportNote.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import { MoveFields } from './MoveFields.tsx';
import styles from './MovePanel.module.css';
import {
  draftForEarlier,
  emptyMoveForm,
  freeBranchName,
  type MoveDraft,
  type MoveForm,
  moveDraftKey,
  moveDraftSchema,
  planBodyFrom,
  problemOfForm,
} from './moveForm.ts';
import { PlanLines } from './PlanLines.tsx';
import { type EarlierPlace, PreflightNotes } from './PreflightNotes.tsx';
import { placeOf } from './planWords.ts';
import { useDraft } from './useDraft.ts';
import { useMove } from './useMove.ts';
import { type MovePlan, useMovePlan } from './useMovePlan.ts';
import { worldKeyOf } from './worldKey.ts';

interface MovePanelProps {
  state: RunState;
  graph: RunGraph;
  /** The scene to go back to or to fork from. Another scene needs another panel: give it a `key`. */
  scene: SceneRow;
  /** The branch that is meant: of a fork’s earlier turns it is not the scene’s own. */
  branch: string;
  act: Act;
  onAct: (act: Act | null) => void;
  onDone: (receipt: RunReceipt) => void;
  /** Prepares the same from another scene. */
  onScene: (address: string) => void;
}

/** A rewind or a fork being prepared: what it would do, what goes along, and the buttons that do it. */
export function MovePanel({ state, graph, scene, branch, act, onAct, onDone, onScene }: MovePanelProps) {
  const names = state.branches.map(row => row.name);
  const branches = rewindableBranches(graph, scene.branch);
  const [draft, setDraft] = useDraft(moveDraftKey(state.run.id, branch, scene.id), moveDraftSchema);
  const form = formOf(draft, branches, branch, names);
  const wrong = problemOfForm(form, act, names);
  const to = formatAddress(addressOf(graph, scene));
  const body = wrong === null ? planBodyFrom(form, act, to) : null;
  const finish = (receipt: RunReceipt) => {
    setDraft(null);
    onDone(receipt);
  };
  const move = useMove(state.run.id, { onDone: finish, onPlanChanged: () => planned.ask() });
  // What the act itself changes is no reason to plan it again.
  const planned = useMovePlan(state.run.id, move.isMoving ? null : body, worldKeyOf(state, form.branch));
  const { plan } = planned;
  const goEarlier = ({ address, say }: EarlierPlace) => {
    const place = parseAddress(address);
    const row = sceneAt(graph, place);
    if (!row) return;
    const named = place.kind === 'turn' ? place.branch : row.branch;
    keepDraft(moveDraftKey(state.run.id, named, row.id), draftForEarlier(form.branch, draft, say));
    onScene(address);
  };
  return (
    <section
      ref={useScrollIntoView(act, plan.status === 'ready')}
      className={styles.panel}
      tabIndex={-1}
      data-move=""
      aria-labelledby="move-title"
    >
      <header className={styles.head}>
        <h3 id="move-title" className={styles.title}>
          <PhraseText text={titleOf(act, form.branch, scene)} />
        </h3>
        <IconButton label={words('commands.close')} onClick={() => onAct(null)}>
          <X aria-hidden />
        </IconButton>
      </header>
      <ImportNote run={state.run} />
      {move.isPlanChanged && (
        <p className={styles.changed} role="alert">
          {words('commands.planChanged')}
        </p>
      )}
      {plan.status === 'loading' && wrong === null && <Spinner label={words('commands.planning')} />}
      {plan.status === 'problem' && <ProblemNote problem={plan.problem} onRetry={plan.retry} />}
      {plan.status === 'ready' && (
        <>
          <PlanLines plan={plan.value} act={act} scene={scene} />
          {act === 'rewind' && (
            <ClaimedFiles
              plan={plan.value}
              claimed={form.claimed}
              onChange={claimed => setDraft({ ...draft, claimed })}
            />
          )}
          <PreflightNotes notes={plan.value.preflight} onEarlier={goEarlier} />
        </>
      )}
      <MoveFields
        run={state.run.id}
        scene={scene}
        act={act}
        form={form}
        onChange={change => setDraft({ ...draft, ...change })}
        plan={plan.status === 'ready' ? plan.value : null}
        branches={branches}
        wrong={wrong}
      />
      {move.problem && <ProblemNote problem={move.problem} />}
      <MoveButtons
        act={act}
        isFilesOnly={
          (form.restore ?? (plan.status === 'ready' ? plan.value.files.restore : null)) === 'files'
        }
        isMoving={move.isMoving}
        onMove={
          canMove(planned)
            ? go => planned.ready && move.act(planned.ready.asked, planned.ready.plan.digest, go)
            : null
        }
        onOther={() => onAct(act === 'rewind' ? 'fork' : 'rewind')}
      />
    </section>
  );
}

/** What was filled in, over what is offered: the branch that is meant, and a name that is still free. */
function formOf(
  draft: MoveDraft | null,
  branches: readonly BranchRow[],
  branch: string,
  names: readonly string[],
): MoveForm {
  const meant = branches.find(row => row.name === branch) ?? branches[0];
  return { ...emptyMoveForm(meant?.name ?? branch, freeBranchName(names)), ...draft };
}

/** The plan on screen is that of what is filled in, and its settings go with the history. */
function canMove({ ready }: MovePlan): boolean {
  return ready?.plan.preflight.every(note => note.severity === 'warning') ?? false;
}

function titleOf(act: Act, branch: string, scene: SceneRow): string {
  return act === 'rewind'
    ? words('commands.rewindTitle', { branch, place: placeOf(scene, branch) })
    : words('commands.forkTitle', { place: `${scene.branch}:${scene.turn}-${scene.point}` });
}

/** The panel stands below a conversation of any length: it comes into view when it is asked for, and when it has grown. */
function useScrollIntoView(act: Act, hasPlan: boolean) {
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for anew with another act and with the first plan
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'start' });
  }, [act, hasPlan]);
  return ref;
}
