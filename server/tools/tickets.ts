import { join } from 'node:path';
import { z } from 'zod';
import { checked, parseJson } from '../../shared/schema.ts';
import { acquireLockPatiently } from '../disk/lock.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';

/** The tickets of a run, one JSON array: no rewind and no fork changes it back. */
const TICKETS_FILE = 'tickets.json';

const ticketSchema = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  /** What `ensure_ticket` finds it by; null for one that `create_ticket` made. */
  key: z.string().nullable(),
  /** The idempotency key of the call that made it. */
  madeBy: z.string(),
  at: z.string(),
});
export type Ticket = z.infer<typeof ticketSchema>;

/** All tickets of a run. @throws ForkpointError where the file cannot be read or is no list of tickets */
export async function loadTickets(runFolder: string): Promise<Ticket[]> {
  const path = join(runFolder, TICKETS_FILE);
  const bytes = await readIfThere(path);
  if (bytes === null) return [];
  return checked(z.array(ticketSchema), parseJson(bytes.toString('utf8'), path), path);
}

/**
 * The ticket that `find` picks; where it picks none, a new one, with the next number. Branches and processes that ask
 * at the same moment take turns, so that no ticket is lost and none doubled.
 */
export async function findOrAddTicket(
  runFolder: string,
  draft: Omit<Ticket, 'id' | 'at'>,
  find: (ticket: Ticket) => boolean,
): Promise<{ ticket: Ticket; isNew: boolean }> {
  const lock = await acquireLockPatiently(join(runFolder, `.${TICKETS_FILE}.lock`), TICKETS_FILE);
  try {
    const tickets = await loadTickets(runFolder);
    const present = tickets.find(find);
    if (present) return { ticket: present, isNew: false };
    const ticket: Ticket = { id: `T-${tickets.length + 1}`, ...draft, at: new Date().toISOString() };
    await lock.check();
    const text = JSON.stringify([...tickets, ticket], null, 2);
    await writeFileAtomic(join(runFolder, TICKETS_FILE), `${text}\n`);
    return { ticket, isNew: true };
  } finally {
    await lock.release();
  }
}
