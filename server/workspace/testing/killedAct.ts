import { openRunFiles } from '../diskRunFiles.ts';
import type { CaptureRange } from '../runFiles.ts';

/**
 * A process that does one act on the files of a run and is killed at the n-th step of it, for a test. Not killed, it
 * prints how many steps there were.
 *
 *     node killedAct.js PLACES-JSON RANGE-JSON capture|restore|fork N
 */
const [places = '', rangeText = '', act = '', n = '0'] = process.argv.slice(2);
let passed = 0;
const files = openRunFiles({
  ...JSON.parse(places),
  crashPoint: () => {
    passed += 1;
    if (passed === Number(n)) process.kill(process.pid, 'SIGKILL');
  },
});
const range: CaptureRange = JSON.parse(rangeText);
if (act === 'capture') await files.capture('main');
if (act === 'restore') await files.restore('main', range[0], [range]);
if (act === 'fork') await files.copyTo(range[0], 'plan-b');
process.stdout.write(String(passed));
