import { Undo2 } from 'lucide-react';
import { useRef } from 'react';
import type { RunReceipt } from '../../shared/api.ts';
import type { Problem } from '../../shared/errors.ts';
import { problemFromError } from '../../shared/errors.ts';
import type { BranchRow } from '../../shared/rows.ts';
import { useUndo } from '../api/commands.ts';
import { words } from '../i18n/words.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { BarButton } from '../ui/BarButton.tsx';
import { lastRewind } from './branchMoves.ts';

interface UndoButtonProps {
  run: string;
  branch: BranchRow;
  onDone: (receipt: RunReceipt) => void;
  onProblem: (problem: Problem) => void;
}

/** Takes back the latest rewind of a branch; there only while the branch rests and has one. */
export function UndoButton({ run, branch, onDone, onProblem }: UndoButtonProps) {
  const undo = useUndo(run);
  const rewind = lastRewind(branch.moves);
  const button = useRef<HTMLButtonElement>(null);
  const isOffered = rewind !== null && branch.state !== 'running';
  useCommands({ undo: isOffered ? () => button.current?.focus() : null });
  if (!isOffered) return null;
  const number = String(rewind.number);
  return (
    <BarButton
      ref={button}
      aria-keyshortcuts={ariaKeysOf('undo')}
      icon={<Undo2 size={13} aria-hidden />}
      label={undo.isPending ? words('commands.undoing') : words('commands.undo', { number })}
      disabled={undo.isPending}
      title={words('commands.undoHint', { branch: branch.name, number })}
      onClick={() =>
        undo.mutate(branch.name, {
          onSuccess: onDone,
          onError: error => onProblem(problemFromError(error)),
        })
      }
    />
  );
}
