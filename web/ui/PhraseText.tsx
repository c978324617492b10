import { isolatedParts, type TextPart } from '../i18n/isolate.ts';
import { VisiblePieces } from './SafeText.tsx';

/**
 * A phrase of the catalogue with its values, as `words` gives it: each value that was isolated in it stands in an
 * element of its own. Text from a run that may hold direction characters goes into the phrase through `visibleText`,
 * since an isolate of its own could not be told from one of the phrase; alone, it is shown by `SafeText`.
 */
export function PhraseText({ text }: { text: string }) {
  return <PartsView parts={isolatedParts(text)} />;
}

function PartsView({ parts }: { parts: readonly TextPart[] }) {
  // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of one text have no other identity
  return (
    <bdi>
      {parts.map((part, index) =>
        typeof part === 'string' ? (
          <VisiblePieces key={index} text={part} />
        ) : (
          <PartsView key={index} parts={part} />
        ),
      )}
    </bdi>
  );
  // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
}
