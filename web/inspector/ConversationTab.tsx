import { Fragment, memo, type ReactNode, useMemo, useState } from 'react';
import { editsOf } from '../../shared/checkpoint.ts';
import { useWholeScene } from '../api/queries.ts';
import { wordsOfLegality } from '../content/LegalityNotes.tsx';
import { useSought } from '../content/sought.tsx';
import { words } from '../i18n/words.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { usePrinting } from '../ui/useSize.ts';
import styles from './ConversationTab.module.css';
import { CopyMenu } from './CopyMenu.tsx';
import { callKnowledge } from './callEnd.ts';
import { type ConversationEntry, conversationOf, indexOfPlace } from './conversation.ts';
import { EditNotes } from './EditNotes.tsx';
import { EntryView, type TurnContext } from './EntryView.tsx';
import { entryProblems } from './entryProblems.ts';
import { FlagNotes } from './FlagNotes.tsx';
import type { SceneTabProps } from './Inspector.tsx';
import { PastLeftOut } from './PastLeftOut.tsx';
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
  reply: light,
}: SceneTabProps) {
  const [wantsAll, setWantsAll] = useState(false);
  const whole = useWholeScene(run.id, light, wantsAll);
  const reply = whole.status === 'ready' ? whole.value : light;
  const { before, added } = useMemo(
    () => conversationOf(reply.checkpoint?.messages ?? [], reply.newFrom, reply.lines),
    [reply],
  );
  const { checkpoint, row, newFrom } = reply;
  // Looking through a long history costs: only where its row says that something is found, or where all of it is new.
  const isSuspect = row.flags.includes('illegal') || newFrom === 0;
  const problems = useMemo(
    () =>
      entryProblems(
        (isSuspect && checkpoint?.messages) || [],
        [...before, ...added],
        checkpoint?.stopReason ?? null,
      ),
    [isSuspect, checkpoint, before, added],
  );
  const knowledge = callKnowledge({ run, journal, graph, node });
  const turn: TurnContext = {
    graph,
    node,
    knowledge,
    firstIndex: reply.newFrom,
    file: reply.row.provenance?.file ?? null,
    lines: reply.lines,
  };
  const view = (entry: ConversationEntry) => (
    <Fragment key={entry.index}>
      <EntryView
        entry={entry}
        turn={turn}
        meta={
          entry.role === 'assistant' && entry.index >= reply.newFrom ? (
            <ReplyMeta graph={graph} node={node} row={reply.row} />
          ) : null
        }
      />
      {problems.has(entry.index) && (
        <p className={styles.illegal}>
          {words('legality.atMessage', {
            what: problems.get(entry.index)?.map(wordsOfLegality).join('; ') ?? '',
          })}
        </p>
      )}
    </Fragment>
  );
  return (
    <div className={styles.conversation}>
      <div className={styles.top}>
        <CopyMenu run={run.id} graph={graph} node={node} reply={light} />
      </div>
      {reply.newFrom > 0 && (
        <EarlierMessages
          count={reply.newFrom}
          entries={before}
          view={view}
          note={
            reply.leftOut !== undefined && (
              <PastLeftOut
                count={reply.leftOut}
                isFetching={wantsAll && whole.status === 'loading'}
                onFetch={() => setWantsAll(true)}
              />
            )
          }
        />
      )}
      {wantsAll && whole.status === 'problem' && (
        <ProblemNote problem={whole.problem} onRetry={whole.retry} />
      )}
      <AddedMessages entries={added} view={view} />
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
/** So many messages of the past, and of a turn, are put on paper. */
const printedMessages = 400;

interface EarlierMessagesProps {
  count: number;
  entries: readonly ConversationEntry[];
  view: (entry: ConversationEntry) => ReactNode;
  /** Stands above them. */
  note: ReactNode;
}

interface AddedMessagesProps {
  entries: readonly ConversationEntry[];
  view: (entry: ConversationEntry) => ReactNode;
}

/** What the turn added. Mostly a message or two; a single file made by another program may hold a whole history. */
function AddedMessages({ entries, view }: AddedMessagesProps) {
  const [unfolded, setShown] = useState(shownAtOnce);
  const isPrinting = usePrinting();
  const shown = isPrinting ? Math.max(unfolded, printedMessages) : unfolded;
  const left = entries.length - shown;
  useSought(
    place => indexOfPlace(entries, place),
    index => setShown(before => Math.max(before, entries.length - index)),
  );
  return (
    <>
      {left > 0 && (
        <div className={styles.fold}>
          <span>{words('inspector.addedNotShown', { count: left })}</span>
          <button type="button" className={styles.button} onClick={() => setShown(shown + shownAtOnce)}>
            {words('inspector.showEarlier', { count: Math.min(left, shownAtOnce) })}
          </button>
        </div>
      )}
      {left > 0 && isPrinting && (
        <p className={styles.note}>{words('inspector.notPrinted', { count: left })}</p>
      )}
      {entries.slice(Math.max(0, left)).map(view)}
    </>
  );
}

/** The past of the turn, folded; the latest of it first, since a long one has thousands. */
function EarlierMessages({ count, entries, view, note }: EarlierMessagesProps) {
  const [unfolded, setShown] = useState(0);
  const isPrinting = usePrinting();
  const shown = isPrinting ? Math.max(unfolded, printedMessages) : unfolded;
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
          {note}
          {hidden > 0 && isPrinting && (
            <p className={styles.note}>{words('inspector.notPrinted', { count: hidden })}</p>
          )}
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
