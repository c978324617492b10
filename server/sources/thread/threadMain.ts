import { parentPort } from 'node:worker_threads';
import { digestNatively } from '../../disk/nativeDigest.ts';
import { serveSources } from './serveSources.ts';

if (!parentPort) throw new Error('this is the main module of a thread');
digestNatively();
serveSources(parentPort);
