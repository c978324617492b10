import { useDraft } from '../commands/useDraft.ts';
import { type FanOutDraft, fanOutDraftSchema, type RowDraft } from './fanOutForm.ts';

/** What a person fills in about a fan-out, kept in this tab, with the ways to change it. */
export function useFanOutDraft(key: string) {
  const [draft, setDraft] = useDraft(key, fanOutDraftSchema);
  const change = (part: FanOutDraft) => setDraft({ ...draft, ...part });
  return {
    draft,
    change,
    forget: () => setDraft(null),
    /** Changes one of the rows, all of which are then kept. */
    changeRow(rows: readonly RowDraft[], index: number, part: RowDraft) {
      change({ rows: rows.map((row, at) => (at === index ? { ...row, ...part } : row)) });
    },
    changeSame: (part: RowDraft) => change({ same: { ...draft?.same, ...part } }),
  };
}
