import { z } from 'zod';
import type { AsideEntry } from './entry.ts';

export const text = z.string().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);

/** The head of a record, as Claude Code 1.0.98 to 2.1.219 writes it. Fields of an unknown shape count as absent. */
export const headSchema = z.object({
  type: z.string(),
  subtype: text,
  uuid: text,
  parentUuid: z.string().nullish().catch(undefined),
  logicalParentUuid: text,
  isSidechain: flag,
  isMeta: flag,
  isCompactSummary: flag,
  isApiErrorMessage: flag,
  timestamp: text,
  sourceToolAssistantUUID: text,
  parentToolUseID: text,
  message: z.unknown().optional(),
  data: z.unknown().optional(),
  attachment: z.unknown().optional(),
  compactMetadata: z.unknown().optional(),
  toolUseResult: z.unknown().optional(),
});
export type Head = z.infer<typeof headSchema>;

/** What every entry takes from its record's head. */
export type Base = Omit<AsideEntry, 'kind' | 'agent'>;
