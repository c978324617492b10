import { parentPort } from 'node:worker_threads';
import { serveSources } from './serveSources.ts';

if (!parentPort) throw new Error('this is the main module of a thread');
serveSources(parentPort);
