import { X } from 'lucide-react';
import { useMemo } from 'react';
import type { RunGraph } from '../../shared/runGraph.ts';
import {
  everyTurn,
  isFiltering,
  type MarkKind,
  markCountsOf,
  type TurnFilter,
  withMarkToggled,
} from '../../shared/turnFilter.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { Chip } from '../ui/Chip.tsx';
import { Mark } from '../ui/Mark.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import styles from './FilterChips.module.css';

const labels = {
  error: 'graph.filterError',
  dangling: 'graph.filterDangling',
  external: 'graph.filterExternal',
  waiting: 'graph.filterWaiting',
  simulated: 'graph.filterSimulated',
  damaged: 'graph.filterDamaged',
  'not-captured': 'graph.filterNotCaptured',
  edited: 'graph.filterEdited',
  illegal: 'graph.filterIllegal',
  remark: 'graph.filterRemark',
  bookmark: 'graph.filterBookmark',
  note: 'graph.filterNote',
  good: 'graph.filterGood',
  bad: 'graph.filterBad',
  compaction: 'graph.filterCompaction',
  'left-behind': 'graph.leftBehind',
} as const satisfies Record<MarkKind, WordKey>;

/** There with a zero, too; the others only where a turn carries them. */
const always: readonly MarkKind[] = ['error', 'dangling', 'external'];

interface FilterChipsProps {
  graph: RunGraph;
  filter: TurnFilter;
  onChange: (filter: TurnFilter) => void;
}

/** Legend and filter in one: each mark with its count; those pressed stand out, all other turns are dimmed. */
export function FilterChips({ graph, filter, onChange }: FilterChipsProps) {
  const counts = useMemo(() => markCountsOf(graph), [graph]);
  const isThere = ([mark, count]: [MarkKind, number]) =>
    count > 0 || always.includes(mark) || filter.marks.includes(mark);
  return (
    <fieldset className={styles.chips} aria-label={words('graph.filterLabel')}>
      <Chip pressed={!isFiltering(filter)} onClick={() => onChange(everyTurn)}>
        {words('graph.all')} <span className={styles.count}>{counts.all}</span>
      </Chip>
      {[...counts.marks].filter(isThere).map(([mark, count]) => (
        <Chip
          key={mark}
          pressed={filter.marks.includes(mark)}
          onClick={() => onChange(withMarkToggled(filter, mark))}
        >
          <Mark mark={mark} decorative size={11} />
          {words(labels[mark])} <span className={styles.count}>{count}</span>
        </Chip>
      ))}
      {otherParts(filter).map(({ text, without }) => (
        <Chip
          key={text}
          pressed
          aria-label={words('graph.filterDrop', { what: text })}
          onClick={() => onChange(without)}
        >
          <span className={styles.part}>
            <PhraseText text={text} />
          </span>
          <X aria-hidden className={styles.drop} />
        </Chip>
      ))}
    </fieldset>
  );
}

/** What else the filter asks for, each with the filter that does not. */
function otherParts(filter: TurnFilter): { text: string; without: TurnFilter }[] {
  const { tools, file, branch } = filter;
  const parts: { text: string; without: TurnFilter }[] = tools.map(name => ({
    text: words('graph.filterTool', { name: visibleText(name) }),
    without: { ...filter, tools: tools.filter(other => other !== name) },
  }));
  if (file !== null)
    parts.push({
      text: words('graph.filterFile', { name: visibleText(file) }),
      without: { ...filter, file: null },
    });
  if (branch !== null)
    parts.push({ text: words('graph.filterBranch', { name: branch }), without: { ...filter, branch: null } });
  return parts;
}
