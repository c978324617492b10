import {
  type Block,
  firstWords,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
  textOfResult,
} from '../../shared/message.ts';
import { visibleText } from './visibleText.ts';

const WORDS_SHOWN = 100;

/** A block on one line: what it is and its first words. */
export function lineOfBlock(block: Block): string {
  if (isText(block)) return inShort(block.text === '' ? '(empty text)' : block.text);
  if (isThinking(block)) return `thinking: ${inShort(block.thinking)}`;
  if (isToolUse(block)) {
    return `call ${visibleText(block.id)}: ${visibleText(block.name)} ${inShort(JSON.stringify(block.input) ?? '')}`;
  }
  if (isToolResult(block)) {
    const kind = block.is_error ? 'error of' : 'result of';
    return `${kind} ${visibleText(block.tool_use_id)}: ${inShort(textOfResult(block) || '(no text)')}`;
  }
  return `${visibleText(block.type)} block`;
}

function inShort(text: string): string {
  return visibleText(firstWords(text, WORDS_SHOWN));
}
