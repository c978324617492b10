import type { Draft } from '../../shared/runEvent.ts';
import type { ReplyWatcher } from '../model/model.ts';

/** A fast stream brings hundreds of pieces a second; people see no more than this. */
const pauseMs = 50;

export interface DraftKeeper {
  watcher: ReplyWatcher;
  /** The draft is saved or withdrawn: listeners get null, and nothing after it. */
  end(): void;
}

/** Makes drafts of a reply while it is written: the first at once, then at most one every 50 ms. */
export function keepDraft(
  place: Pick<Draft, 'branch' | 'parent' | 'turn'>,
  onDraft: (draft: Draft | null) => void,
): DraftKeeper {
  const empty: Draft = { ...place, thinking: '', text: '', calls: [], wait: null };
  let draft = empty;
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;

  const show = () => {
    clearTimeout(timer);
    timer = undefined;
    onDraft(draft);
  };
  const change = (part: Partial<Draft>) => {
    if (isEnded) return;
    draft = { ...draft, wait: null, ...part };
    timer ??= setTimeout(show, pauseMs);
  };
  const withInput = (id: string, json: string) =>
    draft.calls.map(call => (call.id === id ? { ...call, partialInput: call.partialInput + json } : call));

  onDraft(draft);
  return {
    watcher: {
      onThinking: delta => change({ thinking: draft.thinking + delta }),
      onText: delta => change({ text: draft.text + delta }),
      onCall: call => change({ calls: [...draft.calls, { ...call, partialInput: '' }] }),
      onCallInput: (id, json) => change({ calls: withInput(id, json) }),
      onWait(wait) {
        if (isEnded) return;
        draft = { ...empty, wait };
        show();
      },
    },
    end() {
      isEnded = true;
      clearTimeout(timer);
      onDraft(null);
    },
  };
}
