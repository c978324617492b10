import { FoldHorizontal, LocateFixed, Maximize, Minus, Plus } from 'lucide-react';
import { words } from '../i18n/words.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './GraphControls.module.css';

interface GraphControlsProps {
  /** Makes the drawing larger by a factor. */
  onZoom: (factor: number) => void;
  onFit: () => void;
  /** Null while the graph follows already. */
  onFollow: (() => void) | null;
  /** Whether long stretches without marks are folded. */
  isQuietFolded: boolean;
  onFoldQuiet: (isOn: boolean) => void;
}

const ZOOM_STEP = 1.4;

/** Zoom, fold and follow, in the corner of the graph. */
export function GraphControls(props: GraphControlsProps) {
  const { onZoom, onFit, onFollow, isQuietFolded, onFoldQuiet } = props;
  return (
    <div className={styles.controls}>
      {onFollow && (
        <IconButton label={words('graph.follow')} onClick={onFollow}>
          <LocateFixed aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={words('graph.foldQuietStretches')}
        aria-pressed={isQuietFolded}
        onClick={() => onFoldQuiet(!isQuietFolded)}
      >
        <FoldHorizontal aria-hidden />
      </IconButton>
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
