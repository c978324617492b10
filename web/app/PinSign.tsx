import { Pin, X } from 'lucide-react';
import { formatAddress, parseAddress } from '../../shared/address.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { addressOf, type RunGraph, sceneAt } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { useSelection } from '../selection/useSelection.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { visibleText } from '../ui/visibleText.ts';
import styles from './PinSign.module.css';

/** The scene that is pinned, with the ways to it, to its diff with what is looked at, and to let it go. */
export function PinSign({ graph, scene }: { graph: RunGraph; scene: SceneRow | null }) {
  const { pin, select } = useSelection();
  if (pin === null) return null;
  const pinned = sceneAt(graph, parseAddress(pin));
  const canCompare = pinned !== null && scene !== null && pinned.id !== scene.id;
  return (
    <span className={styles.sign}>
      <Pin size={12} aria-hidden />
      <button
        type="button"
        className={styles.address}
        disabled={pinned === null}
        title={visibleText(words('keys.pinGo', { address: pin }))}
        onClick={() => select({ scene: pin, diff: null })}
      >
        <SafeText text={words('keys.pinned', { address: pin })} />
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
  const isPinned = pin !== null && sceneAt(graph, parseAddress(pin))?.id === scene.id;
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
