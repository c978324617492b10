import { Fragment } from 'react';
import { SafeText } from '../ui/SafeText.tsx';
import { LinkText } from './LinkText.tsx';
import type { MarkdownInline } from './markdown.ts';

/** The pieces of a line of markdown. */
export function MarkdownLine({ content }: { content: readonly MarkdownInline[] }) {
  return content.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line have no other identity
    <Fragment key={index}>
      <PieceView piece={piece} />
    </Fragment>
  ));
}

function PieceView({ piece }: { piece: MarkdownInline }) {
  switch (piece.kind) {
    case 'text':
      return <SafeText text={piece.text} />;
    case 'code':
      return (
        <code>
          <SafeText text={piece.text} />
        </code>
      );
    case 'break':
      return <br />;
    case 'strong':
      return (
        <strong>
          <MarkdownLine content={piece.content} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <MarkdownLine content={piece.content} />
        </em>
      );
    case 'deleted':
      return (
        <del>
          <MarkdownLine content={piece.content} />
        </del>
      );
    case 'link':
      return (
        <LinkText href={piece.href} title={piece.title}>
          {piece.isBare ? null : <MarkdownLine content={piece.content} />}
        </LinkText>
      );
  }
}
