import { Fragment } from 'react';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './LightMarkdown.module.css';
import { type InlinePiece, lightMarkdown, type TextBlockView } from './lightMarkdown.ts';

/** A model's words with the little markdown they use. Nothing in them becomes a link, an image or HTML. */
export function LightMarkdown({ text }: { text: string }) {
  return (
    <div className={styles.text}>
      {lightMarkdown(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one text have no other identity
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: TextBlockView }) {
  if (block.kind === 'code') {
    return (
      <pre className={styles.code}>
        <SafeText text={block.text} />
      </pre>
    );
  }
  if (block.kind === 'heading') {
    return (
      <p className={styles.heading}>
        <InlineView pieces={block.line} />
      </p>
    );
  }
  const lines = block.lines.map((pieces, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text have no other identity
    <Fragment key={index}>
      {index > 0 && <br />}
      <InlineView pieces={pieces} />
    </Fragment>
  ));
  if (block.kind === 'paragraph') return <p className={styles.paragraph}>{lines}</p>;
  return (
    <div className={classNames(styles.item, styles[`depth${block.depth}`])}>
      <span className={styles.marker}>{block.marker.replace(/^[-*+]$/, '•')}</span>
      <span>{lines}</span>
    </div>
  );
}

function InlineView({ pieces }: { pieces: InlinePiece[] }) {
  return pieces.map((piece, index) => {
    const text = <SafeText text={piece.text} />;
    // biome-ignore-start lint/suspicious/noArrayIndexKey: pieces of one line have no other identity
    if (piece.kind === 'strong') return <strong key={index}>{text}</strong>;
    if (piece.kind === 'code') return <code key={index}>{text}</code>;
    return <Fragment key={index}>{text}</Fragment>;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
  });
}
