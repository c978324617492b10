import { useMemo } from 'react';
import { readableJson } from '../../shared/blockText.ts';
import type { Messages } from '../../shared/message.ts';
import { TextDiffView } from './TextDiffView.tsx';

/** Messages as they are stored beside the copy that is sent, from the first that differs: a long history is mostly the same. */
export function RepairedDiff({ stored, sent }: { stored: Messages; sent: Messages }) {
  const [left, right] = useMemo(() => {
    const first = stored.findIndex((message, index) => message !== sent[index]);
    const start = first < 0 ? stored.length : first;
    return [readableJson(stored.slice(start)), readableJson(sent.slice(start))];
  }, [stored, sent]);
  return <TextDiffView left={left} right={right} byLines />;
}
