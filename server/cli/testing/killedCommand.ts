import fs from 'node:fs';
import { countDiskCalls } from './countedDisk.ts';

/**
 * A process that does one command on a run and is killed right before the n-th point of it that bears a label: a step of
 * a capture, a restore, a fork or a head's write, or any call that changes something on the disk. Points count between two
 * labels where they are given. Every point is noted in a file before it is passed; with 0 all are passed.
 *
 *     node killedCommand.js DATA-FOLDER COMMAND POINTS-FILE LABEL N [FROM TO]
 */
const [dataFolder = '', command = '', pointsFile = '', wanted = '', n = '0', from, to] =
  process.argv.slice(2);
const noted = fs.openSync(pointsFile, 'a');
let points = 0;
let isCounting = false;
const passed = (label: string) => {
  if (label === from) isCounting = true;
  if (isCounting) {
    fs.writeSync(noted, `${label}\n`);
    if (label === wanted) points += 1;
    if (label === wanted && points === Number(n)) die();
  }
  if (label === to) isCounting = false;
};
/** The signal may take a moment to come: until then nothing more is done. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
countDiskCalls(passed);

const { actedServices } = await import('./actedServices.ts');
const { openRun } = await import('../../store/fileStore.ts');
const { openRunFiles } = await import('../../workspace/diskRunFiles.ts');
const { doCommand, killedModel } = await import('./killedRun.ts');
const acted = actedServices(dataFolder, killedModel, {
  openRun: (folder, options) => openRun(folder, { ...options, cacheFolder: null, crashPoint: passed }),
  openFiles: places => openRunFiles({ ...places, crashPoint: passed }),
});
isCounting = from === undefined;
await doCommand(acted, command);
await acted.services.close();
if (acted.errors[0] !== undefined) throw acted.errors[0];
