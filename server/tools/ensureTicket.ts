import { z } from 'zod';
import { defineTool } from './defineTool.ts';
import { findOrAddTicket } from './tickets.ts';
import { failIfStopped } from './toolFailure.ts';

export const ensureTicketTool = defineTool({
  name: 'ensure_ticket',
  description:
    'Makes sure that a ticket with this key is there: opens it, or gives the one that was opened with the same key.',
  toolClass: 'external',
  idempotent: true,
  input: z.strictObject({
    key: z.string().min(1).max(120).describe('What the ticket is known by: same key, same ticket'),
    title: z.string().min(1).max(300),
    body: z.string().default(''),
  }),
  target: ({ key }) => key.trim(),
  run: async ({ key, title, body }, { runFolder, idempotencyKey, signal }) => {
    failIfStopped(signal);
    const draft = { title, body, key: key.trim(), madeBy: idempotencyKey };
    const { ticket, isNew } = await findOrAddTicket(runFolder, draft, present => present.key === draft.key);
    return { content: `${isNew ? 'Opened' : 'Already there:'} ${ticket.id}: “${ticket.title}”.` };
  },
});
