import { sceneOfTurn } from '../../shared/runGraph.ts';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import { marksOfData, type TurnData } from './flowNodes.ts';
import { ToolIcon } from './ToolIcon.tsx';
import styles from './TurnChip.module.css';
import { toolKindsOf } from './toolKind.ts';

/** More pictures than this would not fit. */
const MOST_TOOLS = 4;
const MOST_MARKS = 3;
/** Side of a mark, in pixels at zoom 1: chips are drawn at half of that. */
const MARK_SIZE = 19;

/** A turn seen from some way off: its number, its marks, and its tools as pictures. */
export function TurnChip({ data }: { data: TurnData }) {
  const { node } = data;
  const calls = sceneOfTurn(node, null)?.calls ?? [];
  return (
    <>
      <span className={classNames(styles.top, data.dimmed && styles.dimmed)}>
        <span className={styles.turn}>{node.turn}</span>
        {marksOfData(data)
          .slice(0, MOST_MARKS)
          .map(mark => (
            <Mark key={mark} mark={mark} size={MARK_SIZE} />
          ))}
      </span>
      <span className={classNames(styles.tools, data.dimmed && styles.dimmed)}>
        {toolKindsOf(calls)
          .slice(0, MOST_TOOLS)
          .map(call => (
            <ToolIcon key={call.id} call={call} className={styles.tool} />
          ))}
      </span>
    </>
  );
}
