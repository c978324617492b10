import { LocateFixed, Maximize, Minus, Plus } from 'lucide-react';
import { useReactFlow } from 'reactflow';
import { words } from '../i18n/words.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './GraphControls.module.css';

interface GraphControlsProps {
  onTake: () => void;
  onFit: () => void;
  /** Null while the graph follows already. */
  onFollow: (() => void) | null;
}

/** Zoom and follow, in the corner of the graph. */
export function GraphControls({ onTake, onFit, onFollow }: GraphControlsProps) {
  const flow = useReactFlow();
  const zoom = (change: () => Promise<boolean>) => {
    onTake();
    void change();
  };
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
      <IconButton label={words('graph.zoomOut')} onClick={() => zoom(flow.zoomOut)}>
        <Minus aria-hidden />
      </IconButton>
      <IconButton label={words('graph.zoomIn')} onClick={() => zoom(flow.zoomIn)}>
        <Plus aria-hidden />
      </IconButton>
    </div>
  );
}
