import { memo } from 'react';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { directionOfText } from '../ui/textDirection.ts';
import styles from './Markdown.module.css';
import { MarkdownLine } from './MarkdownLine.tsx';
import {
  type MarkdownBlock,
  type MarkdownInline,
  type MarkdownItem,
  markdownBlocks,
  textOfInline,
} from './markdown.ts';

/** A model's words as markdown. Nothing in them becomes HTML, an image, or a link that leads anywhere by itself. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = markdownBlocks(text);
  if (blocks === null) {
    return (
      <div dir={directionOfText(text)} className={styles.plain}>
        <SafeText text={text} />
      </div>
    );
  }
  return (
    <div className={styles.text}>
      <BlocksView blocks={blocks} />
    </div>
  );
});

function BlocksView({ blocks }: { blocks: readonly MarkdownBlock[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one text have no other identity
    <BlockView key={index} block={block} />
  ));
}

function BlockView({ block }: { block: MarkdownBlock }) {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return (
        <p
          dir={directionOfText(textOfInline(block.content))}
          className={classNames(styles.paragraph, block.kind === 'heading' && styles.heading)}
        >
          <MarkdownLine content={block.content} />
        </p>
      );
    case 'code':
      return <CodeView language={block.language} text={block.text} />;
    case 'source':
      return (
        <p dir="ltr" className={classNames(styles.paragraph, styles.source)}>
          <SafeText text={block.text} />
        </p>
      );
    case 'quote':
      return (
        <blockquote className={styles.quote}>
          <BlocksView blocks={block.blocks} />
        </blockquote>
      );
    case 'list':
      return <ListView start={block.start} items={block.items} />;
    case 'table':
      return <TableView head={block.head} rows={block.rows} />;
    case 'rule':
      return <hr className={styles.rule} />;
  }
}

function CodeView({ language, text }: { language: string; text: string }) {
  return (
    <div className={styles.code}>
      {language !== '' && (
        <div className={styles.language}>
          <SafeText text={language} />
        </div>
      )}
      <pre>
        <SafeText text={text} />
      </pre>
    </div>
  );
}

function ListView({ start, items }: { start: number | null; items: readonly MarkdownItem[] }) {
  const Tag = start === null ? 'ul' : 'ol';
  return (
    <Tag dir={directionOfItem(items[0])} className={styles.list} {...(start === null ? {} : { start })}>
      {items.map(({ checked, blocks }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items of one list have no other identity
        <li key={index} className={checked === null ? undefined : styles.task}>
          {checked !== null && <span className={styles.box}>{checked ? '☑' : '☐'}</span>}
          <BlocksView blocks={blocks} />
        </li>
      ))}
    </Tag>
  );
}

/** A list runs as its first item does, with the signs of the items before them. */
function directionOfItem(item: MarkdownItem | undefined) {
  const [block] = item?.blocks ?? [];
  return block?.kind === 'paragraph' ? directionOfText(textOfInline(block.content)) : undefined;
}

interface TableViewProps {
  head: MarkdownInline[][];
  rows: MarkdownInline[][][];
}

function TableView({ head, rows }: TableViewProps) {
  // biome-ignore-start lint/suspicious/noArrayIndexKey: cells of one table have no other identity
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                <MarkdownLine content={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={rowIndex}>
              {row.map((cell, index) => (
                <td key={index}>
                  <MarkdownLine content={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
}
