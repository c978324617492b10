import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A scenario of two turns with an effect each, a file and a mail, and another end for who says “briefly”. */
const yaml = `id: acting
title: One that acts
task: Write a note and tell the team.
paceMs: 0
checks: ['true']
replies:
  - text: A note first.
    calls: [{ tool: write_file, input: { path: note.txt, content: first } }]
  - text: Now the team.
    calls:
      - { tool: write_file, input: { path: note.txt, content: second } }
      - { tool: send_email, input: { to: team@example.org, subject: Done, body: It is done. } }
  - text: Told.
hints:
  - { after: 1, words: [briefly], path: brief }
paths:
  brief:
    - text: As brief as can be.
`;

/** Writes the scenario `acting` where `FORKPOINT_SCENARIOS` may look for it: `<folder>/scenarios`. */
export async function writeActingScenario(folder: string): Promise<void> {
  await mkdir(join(folder, 'scenarios/acting'), { recursive: true });
  await writeFile(join(folder, 'scenarios/acting/scenario.yaml'), yaml);
}
