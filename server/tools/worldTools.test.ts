import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTicketTool } from './createTicket.ts';
import { ensureTicketTool } from './ensureTicket.ts';
import { sendEmailTool } from './sendEmail.ts';
import { temporaryRun } from './testing/temporaryRun.ts';
import { loadTickets } from './tickets.ts';

const mail = { to: 'team@ledger.example', subject: 'Grüße\r\nBcc: x@y.example', body: 'Fünf €' };

describe('send_email', () => {
  const sendEmail = sendEmailTool();

  test('puts one readable mail each into the outbox, in names that sort; none is lost among parallel calls', async () => {
    const { context, runFolder } = await temporaryRun();
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => sendEmail.run(mail, context)));
    expect(outcomes.every(outcome => !outcome.isError)).toBe(true);
    const names = (await readdir(join(runFolder, 'outbox'))).sort();
    expect(names).toEqual([1, 2, 3, 4, 5].map(number => `mail-000${number}.eml`));
    const text = await readFile(join(runFolder, 'outbox', 'mail-0001.eml'), 'utf8');
    expect(text).toMatch(/^To: team@ledger\.example\r?$/m);
    expect(text).not.toMatch(/^Bcc:/m);
  });

  test('acts on recipients and subject, in one spelling', () => {
    const target = (to: unknown) => sendEmail.target?.({ to, subject: 'Done', body: '' });
    expect(target(['b@x.example', 'A@x.example'])).toBe('a@x.example, b@x.example · Done');
    expect(target(['a@x.example', 'b@x.example', 'a@x.example'])).toBe(
      target(['b@x.example', 'A@x.example']),
    );
    expect(target('no address')).toBeNull();
  });

  test('is sent where an SMTP server is configured', async () => {
    const server = smtpServer();
    const { context, runFolder } = await temporaryRun();
    const outcome = await sendEmailTool(await server.url()).run(mail, context);
    expect(outcome).toMatchObject({ content: expect.stringContaining('taken as 1') });
    expect(server.received.join('')).toContain('To: team@ledger.example');
    expect(await readdir(runFolder)).not.toContain('outbox');
    server.close();
  });

  test('says when nothing was sent, and when nobody knows', async () => {
    const server = smtpServer({ breakAfterData: true });
    const url = await server.url();
    const { context } = await temporaryRun();
    const broken = await sendEmailTool(url).run(mail, context);
    expect(broken).toMatchObject({
      isError: true,
      isInDoubt: true,
      content: expect.stringContaining('not known whether'),
    });
    server.close();
    const refused = await sendEmailTool(url).run(mail, context);
    expect(refused.isInDoubt).toBeUndefined();
    expect(refused).toMatchObject({ isError: true, content: expect.stringContaining('was not sent') });
  });
});

describe('tickets', () => {
  const ticket = { title: 'Total is one cent off', body: 'see the invoice test' };

  test('create_ticket opens one each time, and its probe finds what the same call made', async () => {
    const { context, runFolder } = await temporaryRun();
    expect(await createTicketTool.probe?.(ticket, context)).toBeNull();
    const first = await createTicketTool.run(ticket, context);
    expect(await createTicketTool.probe?.(ticket, context)).toEqual(first);
    expect(await createTicketTool.probe?.(ticket, { ...context, idempotencyKey: 'scene-2/0' })).toBeNull();
    await createTicketTool.run(ticket, { ...context, idempotencyKey: 'scene-2/0' });
    expect((await loadTickets(runFolder)).map(({ id }) => id)).toEqual(['T-1', 'T-2']);
  });

  test('parallel calls lose and double nothing', async () => {
    const { context, runFolder } = await temporaryRun();
    const same = { key: 'rounding', ...ticket };
    const outcomes = await Promise.all([
      ...[1, 2, 3].map(number => createTicketTool.run({ title: `n${number}` }, context)),
      ...[1, 2, 3].map(() => ensureTicketTool.run(same, context)),
    ]);
    expect(outcomes.filter(({ content }) => String(content).startsWith('Already there'))).toHaveLength(2);
    const ids = (await loadTickets(runFolder)).map(({ id }) => id);
    expect(ids).toEqual(['T-1', 'T-2', 'T-3', 'T-4']);
  });

  test('a file that cannot be read is never taken for an empty one', async () => {
    const { context, runFolder } = await temporaryRun();
    await writeFile(join(runFolder, 'tickets.json'), '[{"id":"T-1", "ti');
    await expect(createTicketTool.run(ticket, context)).rejects.toThrow('bad-json');
    expect(await readFile(join(runFolder, 'tickets.json'), 'utf8')).toBe('[{"id":"T-1", "ti');
  });
});

/** Speaks just enough SMTP to take one mail, or to vanish after it was handed over. */
function smtpServer({ breakAfterData = false } = {}) {
  const received: string[] = [];
  const server = createServer(socket => {
    let isData = false;
    socket.on('error', () => socket.destroy());
    socket.write('220 test\r\n');
    socket.on('data', chunk => {
      const text = chunk.toString();
      if (isData) received.push(text);
      if (isData && !text.endsWith('\r\n.\r\n')) return;
      if (isData && breakAfterData) return void socket.destroy();
      const reply = isData ? '250 taken as 1' : text.startsWith('DATA') ? '354 go on' : '250 ok';
      isData = text.startsWith('DATA');
      socket.write(`${reply}\r\n`);
    });
  });
  const url = async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  };
  return { received, url, close: () => server.close() };
}
