import { basename, join } from 'node:path';
import { type Document, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { ForkpointError } from '../../shared/errors.ts';
import { readIfThere, statIfThere } from '../disk/readIfThere.ts';
import { type Scenario, scenarioSchema } from './scenario.ts';

/**
 * Reads the scenario of a folder: `scenario.yaml`, and the files of the folder `project` beside it, where there is one.
 * @throws ForkpointError `bad-shape` with file, line and path of what is wrong; `no-such-path`, `unreadable-file`
 */
export async function loadScenario(folder: string): Promise<Scenario> {
  const file = scenarioFile(folder);
  const bytes = await readIfThere(file);
  if (bytes === null) throw new ForkpointError('no-such-path', { path: file });
  const scenario = scenarioFromYaml(bytes.toString('utf8'), file);
  if (scenario.id !== basename(folder)) {
    const detail = `id: “${scenario.id}” must be the name of the folder, “${basename(folder)}”`;
    throw new ForkpointError('bad-shape', { where: file, detail });
  }
  const project = join(folder, 'project');
  const hasProject = (await statIfThere(project))?.isDirectory() ?? false;
  return { ...scenario, projectFolder: hasProject ? project : null };
}

/** Where a scenario's folder holds its words. */
export function scenarioFile(folder: string): string {
  return join(folder, 'scenario.yaml');
}

/** @throws ForkpointError `bad-shape` with the line and the path of the first thing that is wrong */
export function scenarioFromYaml(text: string, where: string): z.infer<typeof scenarioSchema> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const syntax = document.errors[0];
  if (syntax) {
    const { line } = lines.linePos(syntax.pos[0]);
    const detail = syntax.message.split('\n')[0]?.replace(/ at line.*$/, '') ?? syntax.code;
    throw new ForkpointError('bad-shape', { where: `${where}:${line}`, detail });
  }
  const result = scenarioSchema.safeParse(plainValue(document, where));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path ?? [];
  const detail = `${path.length === 0 ? '' : `${path.join('.')}: `}${issue?.message ?? 'invalid'}`;
  throw new ForkpointError('bad-shape', { where: `${where}:${lineOf(document, lines, path)}`, detail });
}

/** @throws ForkpointError `bad-shape` for aliases that lead nowhere, or to so much that it is no scenario */
function plainValue(document: Document, where: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new ForkpointError('bad-shape', { where, detail: error.message }, { cause: error });
  }
}

/** The line of a value, or of the nearest one around it that is written in the file. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isPlaced(node)) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

function isPlaced(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}
