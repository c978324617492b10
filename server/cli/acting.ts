import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { ForkpointError } from '../../shared/errors.ts';
import { checkedName } from '../../shared/name.ts';
import { DEFAULT_DATA_FOLDER, environmentFrom } from '../config.ts';
import { statIfThere } from '../disk/readIfThere.ts';
import type { ReadingThread } from '../sources/thread/readingThread.ts';
import { makeDataFolder } from '../store/fileStore.ts';
import type { Interrupt } from './interrupt.ts';
import type { ExitCode, Output } from './output.ts';
import type { Parts } from './parts.ts';
import { createServices, type Services } from './services.ts';

/** The process around a command line. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  stderr: NodeJS.WritableStream;
  interrupt: Interrupt;
  parts(output: Output): Parts;
  /** Makes the thread that a server reads transcripts on; without one it reads them itself. */
  startReading?: () => ReadingThread;
  /** Copies recordings for a server, so that it has not to do it itself. */
  importRun?: Parts['importRun'];
}

/** What every command acts with. */
export interface Acting extends Omit<Surroundings, 'parts'> {
  parts: Parts;
  output: Output;
}

/** Takes a command's exit code. */
export type End = (code: ExitCode) => void;

export interface CommonOptions {
  data?: string;
  json?: boolean;
}

/** Adds the options that every command has. */
export function common(command: Command): Command {
  return command
    .option('--data <dir>', `where runs are kept (default ./${DEFAULT_DATA_FOLDER})`)
    .option('--json', 'one JSON value on stdout, or one line per event');
}

/** Acts on one data folder, and lets go of everything at the end. @param isAlone as `createServices` takes it */
export async function withServices(
  dataFolder: string,
  { env, parts }: Acting,
  act: (services: Services) => Promise<ExitCode>,
  isAlone = true,
): Promise<ExitCode> {
  const services = createServices(dataFolder, environmentFrom(env), parts, isAlone);
  try {
    return await act(services);
  } finally {
    await services.close();
  }
}

/** Acts on a run of a data folder that is there. @throws ForkpointError `bad-name`, `no-such-run` */
export async function withRun(
  run: string,
  { data = DEFAULT_DATA_FOLDER }: CommonOptions,
  acting: Acting,
  act: (services: Services, run: string) => Promise<ExitCode>,
): Promise<ExitCode> {
  const id = checkedName(run);
  const path = resolve(data);
  if ((await statIfThere(path)) === null) throw new ForkpointError('no-such-run', { run: id });
  return await withServices(await realpath(path), acting, services => act(services, id));
}

/** The data folder, made where it is missing: absolute, links resolved. */
export async function madeDataFolder(path = DEFAULT_DATA_FOLDER): Promise<string> {
  const folder = resolve(path);
  await makeDataFolder(folder);
  return realpath(folder);
}

/** A whole number on a command line. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('it is no whole number');
  return Number(text);
}

/** An option that may be given several times. */
export function collected(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** A JSON value on a command line. @throws InvalidArgumentError */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new InvalidArgumentError(`It is no JSON: ${error.message}.`);
  }
}

/** The options that were given, without those that were not: commander keeps them as undefined. */
export function given<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  // No type says that a filter has taken something away.
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
