import { type Block, isText, isThinking, isToolResult, isToolUse } from './message.ts';

/**
 * A JSON value as people read it: indented by two spaces; strings of several lines stand between `"""` with their
 * lines as they are, indented, so that code in an input can be read and compared line by line.
 */
export function readableJson(value: unknown, indent = ''): string {
  if (typeof value === 'string') return readableString(value, indent);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map(item => readableJson(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${readableJson(item, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map(entry => `${inner}${entry}`).join(',\n')}\n${indent}${close}`;
}

function readableString(text: string, indent: string): string {
  if (!text.includes('\n')) return JSON.stringify(text);
  const inner = `${indent}  `;
  return `"""\n${inner}${text.replaceAll('\n', `\n${inner}`)}\n${indent}"""`;
}

/** What a block says, as one text: to be compared by words. Ids, signatures and cache marks are left out. */
export function textOfBlock(block: Block): string {
  if (isText(block)) return block.text;
  if (isThinking(block)) return block.thinking;
  if (isToolUse(block)) return `${block.name}\n${readableJson(block.input)}`;
  if (isToolResult(block)) {
    const { content } = block;
    return typeof content === 'string' ? content : (content ?? []).map(textOfBlock).join('\n');
  }
  const { cache_control: _mark, ...rest } = block;
  return readableJson(rest);
}
