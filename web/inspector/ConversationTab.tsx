import { memo, type ReactNode, useMemo, useState } from 'react';
import { editsOf } from '../../shared/checkpoint.ts';
import { words } from '../i18n/words.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import styles from './ConversationTab.module.css';
import { callKnowledge } from './callEnd.ts';
import { type ConversationEntry, conversationOf } from './conversation.ts';
import { EditNotes } from './EditNotes.tsx';
import { EntryView } from './EntryView.tsx';
import { FlagNotes } from './FlagNotes.tsx';
import type { SceneTabProps } from './Inspector.tsx';
import { ReplyMeta } from './ReplyMeta.tsx';

/**
 * The conversation as the model saw it: what this turn added, and on request what came before it. Drawn anew only
 * when its scene, the graph or the journal changes, not with every word of a draft.
 */
export const ConversationTab = memo(function ConversationTab({
  run,
  journal,
  graph,
  node,
  reply,
}: SceneTabProps) {
  const { before, added } = useMemo(
    () => conversationOf(reply.checkpoint?.messages ?? [], reply.newFrom, reply.lines),
    [reply],
  );
  const knowledge = callKnowledge({ run, journal, graph, node });
  const view = (entry: ConversationEntry) => (
    <EntryView
      key={entry.index}
      entry={entry}
      turn={{ graph, node, knowledge, firstIndex: reply.newFrom }}
      meta={
        entry.role === 'assistant' && entry.index >= reply.newFrom ? (
          <ReplyMeta graph={graph} node={node} row={reply.row} />
        ) : null
      }
    />
  );
  return (
    <div className={styles.conversation}>
      {reply.newFrom > 0 && <EarlierMessages count={reply.newFrom} entries={before} view={view} />}
      {added.map(view)}
      {added.length === 0 && <p className={styles.note}>{words('inspector.nothingAdded')}</p>}
      {reply.checkpoint && <EditNotes edits={editsOf(reply.checkpoint)} calls={reply.row.calls} />}
      <FlagNotes flags={reply.row.flags} />
      {[...graph.branches.values()].map(
        branch =>
          branch.problem &&
          branch.head === reply.row.id && <ProblemNote key={branch.name} problem={branch.problem} />,
      )}
    </div>
  );
});

const shownAtOnce = 40;

interface EarlierMessagesProps {
  count: number;
  entries: readonly ConversationEntry[];
  view: (entry: ConversationEntry) => ReactNode;
}

/** The past of the turn, folded; the latest of it first, since a long one has thousands. */
function EarlierMessages({ count, entries, view }: EarlierMessagesProps) {
  const [shown, setShown] = useState(0);
  const hidden = Math.max(0, entries.length - shown);
  return (
    <>
      <div className={styles.fold}>
        <span>{words('inspector.before', { count })}</span>
        <button
          type="button"
          className={styles.button}
          aria-expanded={shown > 0}
          onClick={() => setShown(shown > 0 ? 0 : shownAtOnce)}
        >
          {words(shown > 0 ? 'inspector.hide' : 'inspector.show')}
        </button>
      </div>
      {shown > 0 && (
        <div className={styles.before}>
          {hidden > 0 && (
            <button type="button" className={styles.button} onClick={() => setShown(shown + shownAtOnce)}>
              {words('inspector.showEarlier', { count: Math.min(hidden, shownAtOnce) })}
            </button>
          )}
          {entries.slice(hidden).map(view)}
          <div className={styles.thisTurn}>{words('inspector.thisTurn')}</div>
        </div>
      )}
    </>
  );
}
