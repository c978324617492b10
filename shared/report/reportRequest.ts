import { z } from 'zod';
import type { SecretKind } from './maskSecrets.ts';

/** Parts that a report may have; it holds what was chosen and nothing else. A report of a diff has only `messages` and `settings`. */
export const reportPartSchema = z.enum(['outcome', 'turns', 'messages', 'settings', 'files', 'effects']);
export type ReportPart = z.infer<typeof reportPartSchema>;

export const reportFormatSchema = z.enum(['html', 'markdown']);
export type ReportFormat = z.infer<typeof reportFormatSchema>;

/** Everything that a comparison, or a diff, can put into a report. */
export const comparisonParts: readonly ReportPart[] = [
  'outcome',
  'turns',
  'messages',
  'settings',
  'files',
  'effects',
];
export const diffParts: readonly ReportPart[] = ['messages', 'settings'];

/** A finished report, to be kept as a file. */
export const reportReplySchema = z.object({
  fileName: z.string(),
  mediaType: z.string(),
  text: z.string(),
  /** What was masked in it. */
  masked: z.array(
    z.object({
      kind: z.enum(['key', 'token', 'password', 'private key']) satisfies z.ZodType<SecretKind>,
      count: z.int(),
    }),
  ),
});
export type ReportReply = z.infer<typeof reportReplySchema>;

/** `turns,files` as a query and a command line hold them; without any, all that there is. Null: one of them is none. */
export function partsFromText(text: string | undefined, all: readonly ReportPart[]): ReportPart[] | null {
  if (text === undefined) return [...all];
  const names = text.split(',').map(name => name.trim());
  const parts = names.map(name => all.find(part => part === name));
  return parts.every(part => part !== undefined) ? parts : null;
}
