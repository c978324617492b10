import { limitBytes, type Pick, randomPath } from '../../workspace/testing/randomChanges.ts';
import type { PlannedCall } from './playerOrders.ts';

/** The same mail each time: after the first, it stops at the gate, and the turn is left without a B. */
export const mail: PlannedCall = {
  tool: 'send_email',
  input: { to: 'team@example.org', subject: 'News', body: 'Something changed.' },
};

/**
 * Calls of one reply that change files, by tools and by the shell. Some of them fail, as those of models do.
 * @param known paths that are there
 */
export function randomCalls(pick: Pick, known: readonly string[]): PlannedCall[] {
  const place = () => randomPath(pick, known);
  return Array.from({ length: 2 + pick(3) }, () => {
    const kinds = [write, write, edit, remove, shell, shell, shell];
    return (kinds[pick(kinds.length)] ?? write)(pick, place);
  });
}

function write(pick: Pick, place: () => string): PlannedCall {
  return { tool: 'write_file', input: { path: place(), content: `text ${pick(1_000_000)}\n` } };
}

function edit(pick: Pick, place: () => string): PlannedCall {
  const input = { path: place(), old_text: 'text', new_text: `word ${pick(100)} text` };
  return { tool: 'edit_file', input };
}

function remove(_pick: Pick, place: () => string): PlannedCall {
  return { tool: 'delete_file', input: { path: place() } };
}

/** A few commands in one line, each whatever became of the one before. */
function shell(pick: Pick, place: () => string): PlannedCall {
  const lines = Array.from({ length: 1 + pick(3) }, () => randomLine(pick, place));
  return { tool: 'run_command', input: { command: lines.join('; ') } };
}

function randomLine(pick: Pick, place: () => string): string {
  const [path, other] = [quoted(place()), quoted(place())];
  const mode = ['755', '644', '600', '444', '2755', '500'][pick(6)];
  const target = ["'nowhere'", "'..'", "'/etc/hostname'", other, '"$PWD/src"'][pick(5)];
  const lines = [
    `mkdir -p "$(dirname ${path}.)" && echo ${pick(1_000_000)} > ${path}`,
    `echo more >> ${path}`,
    `rm -rf ${path}`,
    `mv ${path} ${other}`,
    `cp -R ${path} ${other}`,
    `chmod ${mode} ${path}`,
    `mkdir -p ${path}`,
    `ln -s ${target} ${path}`,
    `rm -f pipe-1; mkfifo pipe-${pick(2)}`,
    `head -c ${limitBytes + 1 + pick(99)} /dev/zero > ${path}`,
    pick(2) === 0 ? 'echo logs/ > .gitignore' : 'rm -f .gitignore',
  ];
  return lines[pick(lines.length)] ?? 'true';
}

/** One word for the shell, which never begins with a dash. */
function quoted(path: string): string {
  return `'./${path.replaceAll("'", "'\\''")}'`;
}
