import { formatAddress } from '../../shared/address.ts';
import type { RunReceipt } from '../../shared/api.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import { MovePanel } from '../commands/MovePanel.tsx';
import { words } from '../i18n/words.ts';
import type { Act } from '../selection/selection.ts';
import { openRun, useSelection } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';

/** The buttons of a scene from which one can go back or fork. */
export function MoveActions({ scene }: { scene: SceneRow }) {
  const { act, select } = useSelection();
  const isDamaged = scene.problem !== null;
  const open = (chosen: Act) =>
    select(act === chosen ? { act: null } : { act: chosen, tab: 'conversation' }, { replace: true });
  const title = isDamaged ? words('commands.damagedScene') : undefined;
  return (
    <>
      <Button
        look="primary"
        disabled={isDamaged}
        title={title}
        aria-pressed={act === 'rewind'}
        onClick={() => open('rewind')}
      >
        {words('commands.rewindHere')}
      </Button>
      <Button disabled={isDamaged} title={title} aria-pressed={act === 'fork'} onClick={() => open('fork')}>
        {words('commands.fork')}
      </Button>
    </>
  );
}

interface MoveSlotProps {
  state: RunState;
  graph: RunGraph;
  scene: SceneRow;
  /** The branch that is meant: of a fork’s earlier turns it is not the scene’s own. */
  branch: string;
  onReceipt: (receipt: RunReceipt) => void;
}

/** The rewind or fork that the URL says is being prepared from this scene; afterwards the page shows what it led to. */
export function MoveSlot({ state, graph, scene, branch, onReceipt }: MoveSlotProps) {
  const { act, scene: address, select } = useSelection();
  if (act === null || scene.problem !== null) return null;
  const finish = (receipt: RunReceipt) => {
    onReceipt(receipt);
    if (receipt.run !== state.run.id) openRun(receipt.run);
    else if (receipt.started) select({ act: null, scene: null });
    else if (address !== null && receipt.branch === branch) select({ act: null });
    else select({ act: null, scene: formatAddress(addressOf(graph, scene)) });
  };
  return (
    <MovePanel
      key={`${branch} ${scene.id}`}
      state={state}
      graph={graph}
      scene={scene}
      branch={branch}
      act={act}
      onAct={chosen => select({ act: chosen }, { replace: true })}
      onDone={finish}
    />
  );
}
