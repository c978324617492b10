import { Split } from 'lucide-react';
import type { RunReceipt } from '../../shared/api.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { MovePanel } from '../commands/MovePanel.tsx';
import { FanOutPanel } from '../fanOut/FanOutPanel.tsx';
import { keepReceipt } from '../fanOut/keptReceipts.ts';
import { words } from '../i18n/words.ts';
import type { Preparing } from '../selection/selection.ts';
import { openRun, useSelection } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';

/** The buttons of a scene from which one can go back or fork. */
export function MoveActions({ scene }: { scene: SceneRow }) {
  const { act, select } = useSelection();
  const isDamaged = scene.problem !== null;
  const open = (chosen: Preparing) =>
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
      <IconButton
        label={words('fanOut.open')}
        disabled={isDamaged}
        title={title ?? words('fanOut.openHint')}
        aria-pressed={act === 'fan-out'}
        onClick={() => open('fan-out')}
      >
        <Split aria-hidden />
      </IconButton>
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

/** The rewind, fork or fan-out that the URL says is being prepared from this scene. */
export function MoveSlot({ state, graph, scene, branch, onReceipt }: MoveSlotProps) {
  const { act, select } = useSelection();
  if (act === null || scene.problem !== null) return null;
  if (act === 'fan-out') {
    return (
      <FanOutPanel
        key={`${branch} ${scene.id}`}
        state={state}
        graph={graph}
        scene={scene}
        branch={branch}
        onClose={() => select({ act: null }, { replace: true })}
        onDone={receipt => {
          keepReceipt(receipt);
          const { run, fanOut } = receipt;
          if (run === state.run.id) select({ act: null, fanOut });
          else openRun(run, { fanOut });
        }}
      />
    );
  }
  return (
    <MovePanel
      key={`${branch} ${scene.id}`}
      state={state}
      graph={graph}
      scene={scene}
      branch={branch}
      act={act}
      onAct={chosen => select({ act: chosen }, { replace: true })}
      onDone={onReceipt}
      onScene={earlier => select({ scene: earlier })}
    />
  );
}
