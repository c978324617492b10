import { createTransport, type SendMailOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { z } from 'zod';
import { digestOf } from '../../shared/digest.ts';
import { systemCode } from '../disk/diskCalls.ts';
import { defineTool } from './defineTool.ts';
import { putIntoOutbox } from './outbox.ts';
import type { Tool } from './tool.ts';
import { failIfStopped, ToolFailure } from './toolFailure.ts';

const addressSchema = z.email().describe('An e-mail address');
const mailSchema = z.strictObject({
  to: z.union([addressSchema, z.array(addressSchema).min(1).max(50)]),
  subject: z.string().min(1).max(500),
  body: z.string().describe('Plain text'),
});
type Mail = z.infer<typeof mailSchema>;

/** nodemailer's codes for failures after which the server certainly has no mail from us. */
const unsentCodes = ['EAUTH', 'EDNS', 'EENVELOPE', 'EMESSAGE', 'ETLS'];

/**
 * The tool that sends mail. Without an SMTP server each mail becomes one `.eml` file in the run's outbox.
 * @param smtpUrl `smtp://user:password@host:port`, as nodemailer reads it
 * @param from the sender's address
 */
export function sendEmailTool(smtpUrl?: string, from = 'agent@forkpoint.invalid'): Tool {
  return defineTool({
    name: 'send_email',
    description: 'Sends a plain-text e-mail to one or more recipients. It cannot be called back.',
    toolClass: 'external',
    input: mailSchema,
    target: ({ to, subject }) => `${recipientsOf(to)} · ${subject.trim()}`,
    run: async (mail, { runFolder, idempotencyKey, signal }) => {
      failIfStopped(signal);
      const options = mailOptions(mail, from, idempotencyKey);
      const where =
        smtpUrl === undefined
          ? await putIntoOutbox(runFolder, await composed(options))
          : await sentBySmtp(smtpUrl, options);
      return { content: `Sent to ${recipientsOf(mail.to)}: “${mail.subject}” (${where}).` };
    },
  });
}

/** The recipients in one order and spelling: the same people, the same target. */
function recipientsOf(to: Mail['to']): string {
  const list = typeof to === 'string' ? [to] : to;
  return [...new Set(list.map(address => address.trim().toLowerCase()))].sort().join(', ');
}

/** The same call, tried again, makes the same message id: mail servers and readers see one mail. */
function mailOptions(mail: Mail, from: string, idempotencyKey: string): SendMailOptions {
  return {
    from,
    to: mail.to,
    subject: mail.subject,
    text: mail.body,
    messageId: `<${digestOf(idempotencyKey, 32)}@forkpoint.invalid>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

async function composed(options: SendMailOptions): Promise<Buffer> {
  return await new MailComposer(options).compile().build();
}

async function sentBySmtp(smtpUrl: string, options: SendMailOptions): Promise<string> {
  const transport = createTransport(smtpUrl);
  try {
    const { response } = await transport.sendMail(options);
    return response;
  } catch (error) {
    throw smtpFailure(error);
  } finally {
    transport.close();
  }
}

/** A connection that broke after it stood leaves it open whether the mail went out: no second try without a person. */
function smtpFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const neverConnected = 'syscall' in error && error.syscall === 'connect';
  const isUnsent = neverConnected || unsentCodes.includes(systemCode(error) ?? '');
  const what = isUnsent
    ? 'The mail was not sent'
    : 'It is not known whether the mail was sent: the server did not confirm it';
  return new ToolFailure(`${what} (${error.message}).`, { cause: error, isInDoubt: !isUnsent });
}
