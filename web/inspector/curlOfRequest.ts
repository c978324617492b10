import { words } from '../i18n/words.ts';
import { curlCommand } from './curlCommand.ts';
import type { SentRequest, UnkeptPart } from './sentRequest.ts';

const wordsOfUnkept = {
  model: 'inspector.unkeptModel',
  system: 'inspector.unkeptSystem',
  tools: 'inspector.unkeptTools',
  maxTokens: 'inspector.unkeptMaxTokens',
} as const satisfies Record<UnkeptPart, string>;

/** What nobody wrote down of a request, one sentence each. */
export function notesOfUnkept(unkept: readonly UnkeptPart[]): string[] {
  return unkept.map(part => words(wordsOfUnkept[part]));
}

/** A request as a command for a shell, with what is not known of it in comments above. */
export function curlOfRequest({ body, settings, unkept, mended }: SentRequest): string {
  const notes = notesOfUnkept(unkept);
  if (mended.length > 0) notes.push(words('inspector.curlMended'));
  return curlCommand({ body, betas: settings.betas ?? [], notes });
}
