import { Pin, X } from 'lucide-react';
import { formatAddress, parseAddress } from '../../shared/address.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { addressOf, type RunGraph, sceneAt } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { openRun, useSelection } from '../selection/useSelection.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import styles from './PinSign.module.css';
import { sceneElsewhere } from './selectedScene.ts';

interface PinSignProps {
  /** The run on screen; null on the list of runs. */
  graph: RunGraph | null;
  /** The scene that is looked at. */
  scene: SceneRow | null;
}

/** The scene that is pinned, with the ways to it, to its diff with what is looked at, and to let it go. */
export function PinSign({ graph, scene }: PinSignProps) {
  const { pin, select } = useSelection();
  if (pin === null) return null;
  const elsewhere = sceneElsewhere(pin);
  const pinned = elsewhere || !graph ? null : sceneAt(graph, parseAddress(pin));
  const isKnown = elsewhere !== null || pinned !== null;
  const canCompare = graph !== null && scene !== null && isKnown && pinned?.id !== scene.id;
  const go = () =>
    elsewhere ? openRun(elsewhere.run, { scene: elsewhere.address }) : select({ scene: pin, diff: null });
  return (
    <span className={styles.sign}>
      <Pin size={12} aria-hidden />
      <button
        type="button"
        className={styles.address}
        disabled={!isKnown}
        title={visibleText(words('keys.pinGo', { address: pin }))}
        onClick={go}
      >
        <PhraseText text={words('keys.pinned', { address: pin })} />
      </button>
      {canCompare && (
        <button
          type="button"
          className={styles.diff}
          aria-keyshortcuts={ariaKeysOf('diffPinned')}
          onClick={() => select({ scene: formatAddress(addressOf(graph, scene)), diff: pin, act: null })}
        >
          {words('keys.pinDiff')}
        </button>
      )}
      <IconButton label={words('keys.unpin')} className={styles.close} onClick={() => select({ pin: null })}>
        <X aria-hidden />
      </IconButton>
    </span>
  );
}

/** Pins the scene that is looked at, or lets it go. */
export function PinButton({ graph, scene }: { graph: RunGraph; scene: SceneRow }) {
  const { pin, select } = useSelection();
  const isOwn = pin !== null && sceneElsewhere(pin) === null;
  const isPinned = isOwn && sceneAt(graph, parseAddress(pin))?.id === scene.id;
  return (
    <IconButton
      label={words('keys.pinHere')}
      title={words('keys.pinHereHint')}
      disabled={scene.problem !== null}
      aria-pressed={isPinned}
      aria-keyshortcuts={ariaKeysOf('pin')}
      className={isPinned ? styles.pinned : undefined}
      onClick={() => select({ pin: isPinned ? null : formatAddress(addressOf(graph, scene)) })}
    >
      <Pin aria-hidden />
    </IconButton>
  );
}
