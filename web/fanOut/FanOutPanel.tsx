import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { formatAddress } from '../../shared/address.ts';
import type { FanOutReceipt } from '../../shared/fanOut.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import { ImportNote } from '../commands/ImportNote.tsx';
import { worldKeyOf } from '../commands/worldKey.ts';
import { words, wordsOfProblem } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { FanOutFields } from './FanOutFields.tsx';
import styles from './FanOutPanel.module.css';
import { FanOutPlanLines } from './FanOutPlanLines.tsx';
import {
  branchesOfForm,
  fanOutBodyFrom,
  fanOutDraftKey,
  fanOutForm,
  problemsOfBranches,
} from './fanOutForm.ts';
import { useFanOutDraft } from './useFanOutDraft.ts';
import { useMakingFanOut } from './useMakingFanOut.ts';

interface FanOutPanelProps {
  state: RunState;
  graph: RunGraph;
  /** The scene that all branches begin at. Another scene needs another panel: give it a `key`. */
  scene: SceneRow;
  /** The branch that is meant: of a fork’s earlier turns it is not the scene’s own. */
  branch: string;
  onClose: () => void;
  /** At least one branch was made. */
  onDone: (receipt: FanOutReceipt) => void;
}

/** Several forks from one scene being prepared: what they would do, how they differ, and the button that makes them. */
export function FanOutPanel({ state, graph, scene, branch, onClose, onDone }: FanOutPanelProps) {
  const titleId = useId();
  const run = state.run.id;
  const taken = state.branches.map(row => row.name);
  const drafted = useFanOutDraft(fanOutDraftKey(run, branch, scene.id));
  const form = fanOutForm(drafted.draft, branch, taken);
  const branches = branchesOfForm(form, taken);
  const wrongs = problemsOfBranches(branches, taken);
  const to = formatAddress(addressOf(graph, scene));
  const body = wrongs.some(wrong => wrong !== null) ? null : fanOutBodyFrom(form, branches, to);
  const [nothingMade, setNothingMade] = useState<FanOutReceipt | null>(null);
  const finish = (receipt: FanOutReceipt) => {
    const isMade = receipt.isRepeat || receipt.branches.some(entry => entry.receipt !== null);
    setNothingMade(isMade ? null : receipt);
    if (!isMade) return;
    drafted.forget();
    onDone(receipt);
  };
  const making = useMakingFanOut({ run, branch, body, world: worldKeyOf(state, branch), onDone: finish });
  const plan = making.plan.status === 'ready' ? making.plan.value : null;
  return (
    <section
      ref={useScrollIntoView(plan !== null)}
      className={styles.panel}
      tabIndex={-1}
      data-move=""
      aria-labelledby={titleId}
    >
      <header className={styles.head}>
        <h3 id={titleId} className={styles.title}>
          <PhraseText text={words('fanOut.title', { place: to })} />
        </h3>
        <IconButton label={words('fanOut.close')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      <ImportNote run={state.run} />
      {making.isPlanChanged && (
        <p className={styles.changed} role="alert">
          {words('fanOut.planChanged')}
        </p>
      )}
      {making.plan.status === 'loading' && body !== null && <Spinner label={words('fanOut.planning')} />}
      {making.plan.status === 'problem' && (
        <ProblemNote problem={making.plan.problem} onRetry={making.plan.retry} />
      )}
      {plan && <FanOutPlanLines plan={plan} />}
      <FanOutFields
        form={form}
        branches={branches}
        wrongs={wrongs}
        plan={plan}
        isPlanCurrent={making.isCurrent}
        drafted={drafted}
      />
      {making.problem && <ProblemNote problem={making.problem} />}
      {nothingMade && <NothingMade receipt={nothingMade} />}
      <Button
        look="primary"
        className={styles.make}
        disabled={making.ready === null || making.isMaking}
        onClick={making.make}
      >
        {making.isMaking ? words('fanOut.making') : words('fanOut.make', { count: branches.length })}
      </Button>
    </section>
  );
}

function NothingMade({ receipt }: { receipt: FanOutReceipt }) {
  return (
    <div className={styles.changed} role="alert">
      {words('fanOut.noneMade')}
      <ul className={styles.reasons}>
        {receipt.branches.map(({ name, problem }) => (
          <li key={name}>
            <PhraseText
              text={words('fanOut.notMadeRow', {
                branch: name,
                why: problem === null ? '' : wordsOfProblem(problem),
              })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The panel stands below a conversation of any length: it comes into view when it is asked for, and when it has grown. */
function useScrollIntoView(hasPlan: boolean) {
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for anew with the first plan
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'start' });
  }, [hasPlan]);
  return ref;
}
