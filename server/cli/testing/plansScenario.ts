import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const check = 'test -f billing.txt && echo "9 passed, 0 failed" || { echo "8 passed, 1 failed"; exit 1; }';

/** A scenario with two plans for who says “split” or “queue” after turn 1: another file each, one check, one mail. */
const yaml = `id: plans
title: Two plans
task: Make the check pass.
paceMs: 0
checks: ['${check.replaceAll("'", "''")}']
replies:
  - text: A note first.
    calls: [{ tool: write_file, input: { path: note.txt, content: first } }]
  - text: What now?
hints:
  - { after: 1, words: [split], path: split }
  - { after: 1, words: [queue], path: queue }
paths:
  split:
    - text: Two files.
      calls: [{ tool: write_file, input: { path: billing.txt, content: billing } }]
    - text: Run.
      calls: [{ tool: run_command, input: { command: '${check.replaceAll("'", "''")}' } }]
    - text: All nine pass.
  queue:
    - text: One file.
      calls: [{ tool: write_file, input: { path: note.txt, content: second } }]
    - text: Run.
      calls: [{ tool: run_command, input: { command: '${check.replaceAll("'", "''")}' } }]
    - text: Tell them.
      calls: [{ tool: send_email, input: { to: team@example.org, subject: Red, body: It is red. } }]
    - text: I give up.
`;

/** Writes the scenario `plans` where `FORKPOINT_SCENARIOS` may look for it: `<folder>/scenarios`. */
export async function writePlansScenario(folder: string): Promise<void> {
  await mkdir(join(folder, 'scenarios/plans'), { recursive: true });
  await writeFile(join(folder, 'scenarios/plans/scenario.yaml'), yaml);
}
