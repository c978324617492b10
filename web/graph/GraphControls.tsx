import { LocateFixed, Maximize, Minus, Plus } from 'lucide-react';
import { words } from '../i18n/words.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './GraphControls.module.css';

interface GraphControlsProps {
  /** Makes the drawing larger by a factor. */
  onZoom: (factor: number) => void;
  onFit: () => void;
  /** Null while the graph follows already. */
  onFollow: (() => void) | null;
}

const ZOOM_STEP = 1.4;

/** Zoom and follow, in the corner of the graph. */
export function GraphControls({ onZoom, onFit, onFollow }: GraphControlsProps) {
  return (
    <div className={styles.controls}>
      {onFollow && (
        <IconButton label={words('graph.follow')} onClick={onFollow}>
          <LocateFixed aria-hidden />
        </IconButton>
      )}
      <IconButton label={words('graph.zoomToFit')} onClick={onFit}>
        <Maximize aria-hidden />
      </IconButton>
      <IconButton label={words('graph.zoomOut')} onClick={() => onZoom(1 / ZOOM_STEP)}>
        <Minus aria-hidden />
      </IconButton>
      <IconButton label={words('graph.zoomIn')} onClick={() => onZoom(ZOOM_STEP)}>
        <Plus aria-hidden />
      </IconButton>
    </div>
  );
}
