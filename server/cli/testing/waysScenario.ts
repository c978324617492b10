import { dirname } from 'node:path';

/**
 * A scenario of one turn, from which words lead on in four ways: “quick” is done at once, “mail” tells the team, “slow”
 * waits for a file, and “lost” has no reply to go on with.
 * @param gate the path of that file
 */
export function waysScenario(gate: string): string {
  // A command outlives the process that it ran in where that is killed: it ends with the test's folder at the latest.
  const wait = `while [ -d '${dirname(gate)}' ] && [ ! -e '${gate}' ]; do sleep 0.05; done`;
  return `id: ways
title: Ways
task: Write a note.
paceMs: 0
checks: ["${wait}"]
replies:
  - text: A note first.
    calls: [{ tool: write_file, input: { path: note.txt, content: first } }]
  - text: That was it.
hints:
  - { after: 1, words: [quick], path: quick }
  - { after: 1, words: [mail], path: mail }
  - { after: 1, words: [slow], path: slow }
  - { after: 1, words: [lost], path: lost }
paths:
  quick: [{ text: Quickly done. }]
  mail:
    - text: I tell them.
      calls: [{ tool: send_email, input: { to: team@example.org, subject: Done, body: Done. } }]
    - text: Told.
  slow:
    - text: This takes long.
      calls: [{ tool: run_command, input: { command: "${wait}" } }]
    - text: At last.
  lost:
    - text: Where was I?
      calls: [{ tool: list_dir, input: { path: . } }]
`;
}
