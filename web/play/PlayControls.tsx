import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, Pause, Play } from 'lucide-react';
import { formatSpeed } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './PlayControls.module.css';
import { type Playing, SPEEDS, type Speed } from './playing.ts';
import type { Playback } from './usePlayback.ts';

interface PlayControlsProps {
  playback: Pick<Playback, keyof Playing | 'count' | 'act'>;
}

const ICON = 15;

/** Buttons that play a run again, step through it and say how fast. */
export function PlayControls({ playback: { at, isPlaying, speed, count, act } }: PlayControlsProps) {
  if (count <= 1) return null;
  return (
    <fieldset aria-label={words('play.label')} className={styles.controls}>
      {at !== null && (
        <span className={styles.place}>{words('play.place', { at: String(at), count: String(count) })}</span>
      )}
      <IconButton label={words('play.restart')} onClick={() => act({ type: 'restart' })}>
        <ChevronsLeft size={ICON} aria-hidden />
      </IconButton>
      <IconButton label={words('play.back')} onClick={() => act({ type: 'step', by: -1 })}>
        <ChevronLeft size={ICON} aria-hidden />
      </IconButton>
      {isPlaying ? (
        <IconButton label={words('play.pause')} onClick={() => act({ type: 'pause' })}>
          <Pause size={ICON} aria-hidden />
        </IconButton>
      ) : (
        <IconButton label={words('play.play')} onClick={() => act({ type: 'play' })}>
          <Play size={ICON} aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={words('play.forward')}
        disabled={at === null}
        onClick={() => act({ type: 'step', by: 1 })}
      >
        <ChevronRight size={ICON} aria-hidden />
      </IconButton>
      <IconButton label={words('play.leave')} disabled={at === null} onClick={() => act({ type: 'leave' })}>
        <ChevronsRight size={ICON} aria-hidden />
      </IconButton>
      <select
        aria-label={words('play.speed')}
        className={styles.speed}
        value={speed}
        onChange={event => act({ type: 'speed', speed: speedOf(event.target.value) })}
      >
        {SPEEDS.map(each => (
          <option key={each} value={each}>
            {formatSpeed(each)}
          </option>
        ))}
      </select>
    </fieldset>
  );
}

function speedOf(text: string): Speed {
  return SPEEDS.find(each => String(each) === text) ?? 1;
}
