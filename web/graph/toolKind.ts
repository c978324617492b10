import type { CallRow } from '../../shared/rows.ts';

/** What a tool does, as far as a picture can tell. */
export type ToolKind = 'shell' | 'read' | 'write' | 'search' | 'web' | 'message' | 'agent' | 'plan' | 'other';

/** The first that the name of a tool fits. */
const patterns: readonly [RegExp, ToolKind][] = [
  [/^(bash|shell|run_command|exec|terminal|powershell)/i, 'shell'],
  [/^(task|agent|subagent)/i, 'agent'],
  [/todo|plan/i, 'plan'],
  [/web|fetch|browser|http|url/i, 'web'],
  [/mail|message|notify|slack|ticket/i, 'message'],
  [/grep|glob|search|find/i, 'search'],
  [/write|edit|patch|create_file|move|delete|rename/i, 'write'],
  [/read|view|list|^ls$|^cat$|^open|^get/i, 'read'],
];

const ofClass: Partial<Record<CallRow['toolClass'], ToolKind>> = {
  read: 'read',
  workspace: 'write',
  command: 'shell',
};

/** The kind of a call's tool: by its name, else by its class. */
export function toolKindOf({ name, toolClass }: Pick<CallRow, 'name' | 'toolClass'>): ToolKind {
  return patterns.find(([pattern]) => pattern.test(name))?.[1] ?? ofClass[toolClass] ?? 'other';
}

/** The tools of a turn for pictures: each kind once, in the order of the first call. */
export function toolKindsOf<C extends Pick<CallRow, 'name' | 'toolClass'>>(calls: readonly C[]): C[] {
  const seen = new Set<ToolKind>();
  return calls.filter(call => {
    const kind = toolKindOf(call);
    if (seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
}
