import { Archive, ArchiveRestore } from 'lucide-react';
import type { BranchRow } from '../../shared/rows.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { formatTokenCount } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { StatePill } from '../ui/StatePill.tsx';
import { AdoptButton } from './AdoptButton.tsx';
import styles from './BranchLine.module.css';
import { whyNotAdoptable } from './targets.ts';

interface BranchLineProps {
  graph: RunGraph;
  branch: BranchRow;
  isLooked: boolean;
  isArchived: boolean;
  /** What a person said of it after comparing, in a word; or null. */
  verdict: string | null;
  onGo: () => void;
  onAdopt: () => void;
  onArchive: (isArchived: boolean) => void;
}

/** One branch: how it stands, the way to its head, and what can be done with it. */
export function BranchLine(props: BranchLineProps) {
  const { graph, branch, isLooked, isArchived, verdict, onGo, onAdopt, onArchive } = props;
  const name = visibleText(branch.name);
  const isBusy = branch.state === 'running' || branch.state === 'waiting';
  return (
    <li className={styles.line} aria-current={isLooked ? 'true' : undefined} data-branch={branch.name}>
      <button
        type="button"
        className={styles.go}
        disabled={branch.head === null}
        aria-label={words('adopt.goTo', { branch: name })}
        onClick={onGo}
      >
        <span className={styles.name}>
          <SafeText text={branch.name} />
          {verdict !== null && <span className={styles.verdict}>{verdict}</span>}
        </span>
        <span className={styles.place}>
          <PhraseText text={placeText(graph, branch)} />
        </span>
      </button>
      <StatePill state={branch.state} />
      <span className={styles.actions}>
        {!isArchived && (
          <AdoptButton side={branch.name} hindrance={whyNotAdoptable(graph, branch)} onAdopt={onAdopt} />
        )}
        {isArchived ? (
          <Button aria-label={words('adopt.unarchiveOf', { branch: name })} onClick={() => onArchive(false)}>
            <ArchiveRestore size={13} aria-hidden />
            {words('adopt.unarchive')}
          </Button>
        ) : (
          <IconButton
            label={words('adopt.archiveOf', { branch: name })}
            title={isBusy ? words('adopt.archiveRunning') : undefined}
            disabled={isBusy}
            onClick={() => onArchive(true)}
          >
            <Archive aria-hidden />
          </IconButton>
        )}
      </span>
    </li>
  );
}

/** `from main:14-B · turn 18 · 40.1k tokens`. */
function placeText(graph: RunGraph, { head, origin, parent }: BranchRow): string {
  const [scene, from] = [graph.scenes.get(head ?? ''), graph.scenes.get(origin ?? '')];
  if (!scene) return words('adopt.noTurn');
  const at = { turn: String(scene.turn), tokens: formatTokenCount(scene.tokensUsed) };
  return from && parent !== null
    ? words('adopt.placeForked', { ...at, from: `${parent}:${from.turn}-${from.point}` })
    : words('adopt.place', at);
}
