import { Split } from 'lucide-react';
import { fanOutsOf } from '../../shared/fanOut.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { words } from '../i18n/words.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { useSelection } from '../selection/useSelection.ts';
import { BarButton } from '../ui/BarButton.tsx';

/** Opens and closes the board of the latest fan-out, where the run has one. */
export function FanOutButton({ state }: { state: RunState }) {
  const { fanOut, select } = useSelection();
  const latest = fanOutsOf(state.branches).toSorted((x, y) => createdOf(x).localeCompare(createdOf(y)));
  const last = latest.at(-1) ?? null;
  const toggle =
    last === null && fanOut === null
      ? null
      : () => select({ fanOut: fanOut === null && last !== null ? last.id : null });
  useCommands({ fanOutBoard: toggle });
  if (toggle === null) return null;
  return (
    <BarButton
      icon={<Split size={13} aria-hidden />}
      label={words('fanOut.boardOpen')}
      title={words('fanOut.boardOpenHint')}
      aria-pressed={fanOut !== null}
      onClick={toggle}
    />
  );
}

function createdOf({ branches }: ReturnType<typeof fanOutsOf>[number]): string {
  return branches[0]?.created ?? '';
}
