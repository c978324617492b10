import { createTicketTool } from './createTicket.ts';
import { deleteFileTool } from './deleteFile.ts';
import { editFileTool } from './editFile.ts';
import { ensureTicketTool } from './ensureTicket.ts';
import { grepTool } from './grep.ts';
import { listDirTool } from './listDir.ts';
import { readFileTool } from './readFile.ts';
import { runCommandTool } from './runCommand.ts';
import { sendEmailTool } from './sendEmail.ts';
import type { Tool } from './tool.ts';
import { writeFileTool } from './writeFile.ts';

/**
 * Every tool there is, in the order in which a model is told of them.
 * @param env `FORKPOINT_SMTP_URL` (and the sender's address in `FORKPOINT_SMTP_FROM`): mail is sent there instead of
 *   being put into the run's outbox
 */
export function allTools(env: NodeJS.ProcessEnv = process.env): Tool[] {
  return [
    readFileTool,
    listDirTool,
    grepTool,
    writeFileTool,
    editFileTool,
    deleteFileTool,
    runCommandTool,
    sendEmailTool(env.FORKPOINT_SMTP_URL || undefined, env.FORKPOINT_SMTP_FROM || undefined),
    createTicketTool,
    ensureTicketTool,
  ];
}
