import { z } from 'zod';

/** What a call can change: nothing; captured files; files and perhaps more; the world. */
export const toolClassSchema = z.enum(['read', 'workspace', 'command', 'external']);
export type ToolClass = z.infer<typeof toolClassSchema>;

/** Classes of well-known tool names, for runs whose tools carry no declaration (other harnesses, transcripts). */
const wellKnown: Record<string, ToolClass> = {
  read_file: 'read',
  list_dir: 'read',
  list_files: 'read',
  grep: 'read',
  glob: 'read',
  web_search: 'read',
  web_fetch: 'read',
  write_file: 'workspace',
  edit_file: 'workspace',
  delete_file: 'workspace',
  run_command: 'command',
  bash: 'command',
  shell: 'command',
  Read: 'read',
  LS: 'read',
  Grep: 'read',
  Glob: 'read',
  WebSearch: 'read',
  WebFetch: 'read',
  TodoWrite: 'read',
  TodoRead: 'read',
  Write: 'workspace',
  Edit: 'workspace',
  MultiEdit: 'workspace',
  NotebookEdit: 'workspace',
  Bash: 'command',
  BashOutput: 'read',
  // These change the conversation or the agent's own list of tasks, nothing outside it.
  TaskCreate: 'read',
  TaskUpdate: 'read',
  TaskList: 'read',
  TaskGet: 'read',
  TaskOutput: 'read',
  ToolSearch: 'read',
  Skill: 'read',
  AskUserQuestion: 'read',
  EnterPlanMode: 'read',
  ExitPlanMode: 'read',
};

/** The class of a tool that declares none: from the table above, else `external`. */
export function toolClassFromName(name: string): ToolClass {
  return Object.hasOwn(wellKnown, name) ? (wellKnown[name] ?? 'external') : 'external';
}
