import { z } from 'zod';
import { defineTool } from './defineTool.ts';
import { findOrAddTicket, loadTickets, type Ticket } from './tickets.ts';
import type { ToolOutcome } from './tool.ts';
import { failIfStopped } from './toolFailure.ts';

export const createTicketTool = defineTool({
  name: 'create_ticket',
  description: 'Opens a new ticket in the team’s tracker, each time it is called.',
  toolClass: 'external',
  input: z.strictObject({ title: z.string().min(1).max(300), body: z.string().default('') }),
  target: ({ title }) => title.trim(),
  probe: async (_, { runFolder, idempotencyKey }) => {
    const made = (await loadTickets(runFolder)).find(ticket => ticket.madeBy === idempotencyKey);
    return made ? outcomeOfTicket(made) : null;
  },
  run: async ({ title, body }, { runFolder, idempotencyKey, signal }) => {
    failIfStopped(signal);
    const draft = { title, body, key: null, madeBy: idempotencyKey };
    const { ticket } = await findOrAddTicket(runFolder, draft, () => false);
    return outcomeOfTicket(ticket);
  },
});

function outcomeOfTicket({ id, title }: Ticket): ToolOutcome {
  return { content: `Opened ${id}: “${title}”.` };
}
