import { Handle, Position } from 'reactflow';
import styles from './PassivePorts.module.css';

/** Where edges start and end on a card. They are not for dragging. */
export function PassivePorts() {
  return (
    <>
      <Handle type="target" position={Position.Left} className={styles.port} isConnectable={false} />
      <Handle type="source" position={Position.Right} className={styles.port} isConnectable={false} />
    </>
  );
}
