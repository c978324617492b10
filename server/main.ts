#!/usr/bin/env node
import { runCommandLine } from './cli/commandLine.ts';
import { interruptsOf } from './cli/interrupt.ts';
import { realParts } from './cli/realParts.ts';
import { digestNatively } from './disk/nativeDigest.ts';
import { importOnThread } from './import/importThread.ts';
import { ReadingThread } from './sources/thread/readingThread.ts';

digestNatively();
const code = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  platform: process.platform,
  stdout: process.stdout,
  stderr: process.stderr,
  interrupt: interruptsOf(process),
  parts: realParts,
  startReading: () => new ReadingThread(),
  importRun: importOnThread,
});
// What a command line wrote is out before it ends, also into a pipe; nothing that still watches keeps it alive.
process.stdout.write('', () => process.exit(code));
