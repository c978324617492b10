import { isTooLarge, MAX_IMAGE_CHARACTERS } from '../../shared/findProblems.ts';
import { type Block, isImage } from '../../shared/message.ts';
import type { ToolOutcome } from '../tools/tool.ts';

/**
 * What a scene keeps of an outcome: in the place of an image that no request could hold stands a text, since every
 * request after it would be refused. The ledger keeps what the call gave.
 */
export function sendableContent(content: ToolOutcome['content']): ToolOutcome['content'] {
  if (typeof content === 'string' || !content.some(isTooLarge)) return content;
  return content.map(block => (isTooLarge(block) ? { type: 'text', text: wordsFor(block) } : block));
}

function wordsFor(block: Block): string {
  const source = isImage(block) ? block.source : null;
  const megabytes = (characters: number) => (characters / 1024 / 1024).toFixed(1);
  const size = `${megabytes(source?.data?.length ?? 0)} MB in base64, and ${megabytes(MAX_IMAGE_CHARACTERS)} MB is the most`;
  return `(An image, ${source?.media_type ?? 'of unknown type'}, is left out here: it has ${size} that can be sent. Ask for a smaller one.)`;
}
