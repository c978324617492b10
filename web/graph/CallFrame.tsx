import type { NodeProps } from 'reactflow';
import styles from './CallFrame.module.css';
import type { FrameFlowNode } from './flowNodes.ts';

/** Frames the turns of a subagent: they happened inside one call. */
export function CallFrame({ data }: NodeProps<FrameFlowNode>) {
  return <div className={styles.frame} style={{ color: `var(--lane-${data.colour})` }} />;
}
