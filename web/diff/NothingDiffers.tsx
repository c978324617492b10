import { isEmptyDiff } from '../../shared/diff/messagesDiff.ts';
import type { DiffReply } from '../api/queries.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

interface NothingDiffersProps {
  reply: DiffReply;
  /** Takes white space for a change again. */
  onCompareSpace: () => void;
}

const passedOver = {
  'cache-marks': 'diff.onlyMarks',
  form: 'diff.onlyForm',
  'white-space': 'diff.onlySpace',
} as const;

/** Says that no message differs, and what does though it is no change; nothing where one does. */
export function NothingDiffers({ reply, onCompareSpace }: NothingDiffersProps) {
  if (!isEmptyDiff(reply.diff)) return null;
  const { settings, tools } = reply.settings;
  const isSameScene = reply.left.id === reply.right.id && reply.runs.left === reply.runs.right;
  const title = settings.length + tools.length > 0 ? 'diff.noMessageChange' : 'diff.noChange';
  return (
    <EmptyState title={words(isSameScene ? 'diff.sameScene' : title)}>
      {reply.passedOver.map(what => (
        <p key={what}>{words(passedOver[what])}</p>
      ))}
      {reply.passedOver.includes('white-space') && (
        <Button onClick={onCompareSpace}>{words('diff.showSpace')}</Button>
      )}
    </EmptyState>
  );
}
