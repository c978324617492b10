import { type ReactNode, useEffect, useRef } from 'react';
import { type DiffReply, useDiff } from '../api/queries.ts';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useNarrow } from '../ui/useNarrow.ts';
import { useSize } from '../ui/useSize.ts';
import { DiffBody } from './DiffBody.tsx';
import { DiffHeader } from './DiffHeader.tsx';
import styles from './DiffView.module.css';
import { useDiffPreferences } from './diffPreferences.ts';
import type { SideTurns } from './messageTurns.ts';
import { useEscape } from './useEscape.ts';

interface DiffViewProps {
  run: string;
  /** The run of the left scene, where it is another. */
  leftRun?: string;
  /** Addresses of the two scenes. */
  left: string;
  right: string;
  /** Which turns added their messages. */
  turns: SideTurns;
  /** Without it the sides cannot be swapped here. */
  onSwap?: () => void;
  /** Without it the diff cannot be closed here. */
  onClose?: () => void;
  /** What else can be done with the two scenes. */
  actions?: ReactNode;
  /** Two columns want more room than one, or no longer do. */
  onWide?: (isWide: boolean) => void;
}

/** In narrower columns than two of half this, no line can be read. */
const SIDE_BY_SIDE_PX = 620;
/** From here on it is side by side unless a person wants it otherwise. */
const AUTO_SIDE_BY_SIDE_PX = 860;

/** What differs between two scenes: the settings they were asked with, and their `messages`. */
export function DiffView({ turns, onSwap, onClose, actions, onWide, ...scenes }: DiffViewProps) {
  const { run, leftRun = run, left, right } = scenes;
  const { space } = useSelection();
  const box = useRef<HTMLElement>(null);
  const { width } = useSize(box);
  const [{ layout }] = useDiffPreferences();
  const isNarrow = useNarrow();
  const wantsSides = layout === 'side' && !isNarrow;
  const isSplit = width >= (wantsSides ? SIDE_BY_SIDE_PX : AUTO_SIDE_BY_SIDE_PX) && layout !== 'column';
  const loaded = useDiff({ ...scenes, ignoreSpace: space === 'ignore' });
  useWide(onWide, wantsSides);
  useEscape(onClose ?? null);
  const name = (of: string, address: string) => (leftRun === run ? address : `${of}/${address}`);
  return (
    <section ref={box} className={styles.view} aria-label={words('diff.label')}>
      <DiffHeader
        left={name(leftRun, left)}
        right={name(run, right)}
        onSwap={onSwap}
        onClose={onClose}
        actions={actions}
      />
      {loaded.status === 'loading' && <Spinner />}
      {loaded.status === 'problem' && (
        <div className={styles.problem}>
          <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />
        </div>
      )}
      {loaded.status === 'ready' && (
        <DiffBody
          key={keyOf(loaded.value)}
          reply={loaded.value}
          turns={turns}
          isSplit={isSplit && !isNarrow}
          canSplit={!isNarrow}
        />
      )}
    </section>
  );
}

/** What was unfolded in one diff says nothing about another. */
function keyOf({ left, right, runs }: DiffReply): string {
  return `${runs.left}/${left.id} ${runs.right}/${right.id}`;
}

/** Asks for room as long as two columns are wanted. */
function useWide(onWide: ((isWide: boolean) => void) | undefined, isWanted: boolean) {
  useEffect(() => {
    if (!isWanted) return;
    onWide?.(true);
    return () => onWide?.(false);
  }, [onWide, isWanted]);
}
