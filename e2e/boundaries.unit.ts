import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Who may import whom, besides itself. The compiler keeps `web` from `server` and `shared` from DOM and Node;
 * this list keeps the parts inside them apart. A part is a folder two levels deep, or a file of the first level.
 */
const allowed: Record<string, string[]> = {
  shared: [],
  'server/disk': ['shared'],
  'server/sources': ['shared', 'server/disk'],
  'server/store': ['shared', 'server/disk', 'server/sources'],
  'server/import': ['shared', 'server/disk', 'server/sources', 'server/store'],
  'server/model': ['shared', 'server/scenarios'],
  'server/tools': ['shared', 'server/disk'],
  'server/workspace': ['shared', 'server/disk', 'server/scenarios'],
  'server/scenarios': ['shared', 'server/disk'],
  'server/gate': ['shared', 'server/store', 'server/tools'],
  'server/harness': ['shared', 'server/store', 'server/gate', 'server/model', 'server/tools', 'server/disk'],
  'server/check': ['shared', 'server/sources', 'server/workspace', 'server/disk'],
  'server/notes': ['shared', 'server/disk', 'server/sources', 'server/store'],
  'server/search': ['shared', 'server/sources'],
  // Long work lets others go first in the same way there.
  'server/diff': ['shared', 'server/search', 'server/sources'],
  'server/live': ['shared', 'server/sources', 'server/runs'],
  'server/runs': [
    'shared',
    'server/disk',
    'server/sources',
    'server/store',
    'server/gate',
    'server/harness',
    'server/model',
    'server/tools',
    'server/scenarios',
    'server/workspace',
  ],
  'server/adopt': ['shared', 'server/disk', 'server/runs', 'server/workspace'],
  'server/prices': ['shared', 'server/disk', 'server/sources'],
  'server/compare': ['shared', 'server/prices', 'server/sources', 'server/workspace'],
  'server/report': ['shared', 'server/disk'],
  'server/http': [
    'shared',
    'server/adopt',
    'server/compare',
    'server/diff',
    'server/live',
    'server/notes',
    'server/report',
    'server/runs',
    'server/search',
    'server/sources',
    'server/disk',
    'server/config.ts',
  ],
  'server/config.ts': ['shared', 'server/disk'],
  'web/i18n': ['shared'],
  'web/ui': ['shared', 'web/i18n'],
  'web/api': ['shared', 'web/i18n'],
  'web/selection': ['shared'],
  'web/keys': ['shared', 'web/ui', 'web/i18n'],
  'web/runs': ['shared', 'web/api', 'web/selection', 'web/ui', 'web/i18n'],
  'web/graph': ['shared', 'web/api', 'web/selection', 'web/keys', 'web/ui', 'web/i18n'],
  // The same tree drawn once more: what lanes, folds and turns are called must not be said twice.
  'web/outline': ['shared', 'web/graph', 'web/ui', 'web/i18n'],
  'web/play': ['shared', 'web/ui', 'web/i18n'],
  'web/report': ['shared', 'web/api', 'web/ui', 'web/i18n'],
  'web/strip': ['shared', 'web/api', 'web/selection', 'web/ui', 'web/i18n'],
  'web/content': ['shared', 'web/ui', 'web/i18n'],
  'web/inspector': ['shared', 'web/api', 'web/selection', 'web/content', 'web/ui', 'web/i18n'],
  'web/files': ['shared', 'web/api', 'web/content', 'web/ui', 'web/i18n'],
  'web/effects': ['shared', 'web/api', 'web/selection', 'web/ui', 'web/i18n'],
  'web/commands': [
    'shared',
    'web/api',
    'web/selection',
    'web/content',
    'web/files',
    'web/keys',
    'web/ui',
    'web/i18n',
  ],
  // A fan-out is several forks: what is said and filled in of a fork is so of each of them.
  'web/fanOut': ['shared', 'web/api', 'web/commands', 'web/selection', 'web/keys', 'web/ui', 'web/i18n'],
  'web/adopt': ['shared', 'web/api', 'web/selection', 'web/files', 'web/keys', 'web/ui', 'web/i18n'],
  'web/gate': ['shared', 'web/api', 'web/selection', 'web/content', 'web/keys', 'web/ui', 'web/i18n'],
  'web/find': ['shared', 'web/api', 'web/selection', 'web/keys', 'web/ui', 'web/i18n'],
  'web/notes': ['shared', 'web/api', 'web/selection', 'web/keys', 'web/ui', 'web/i18n'],
  // A note on a branch is written as one on a turn.
  'web/compare': [
    'shared',
    'web/api',
    'web/selection',
    'web/content',
    'web/notes',
    'web/keys',
    'web/ui',
    'web/i18n',
  ],
  'web/diff': ['shared', 'web/api', 'web/selection', 'web/content', 'web/keys', 'web/ui', 'web/i18n'],
};

/** The composition roots: they see every part of their side. */
const roots = ['server/main.ts', 'server/cli', 'server/bench', 'web/main.tsx', 'web/app'];

/** Packages that `shared` may use: small and pure. */
const purePackages = ['zod', '@noble/hashes', 'diff', 're2js'];

const project = join(import.meta.dirname, '..');

interface Import {
  from: string;
  to: string;
  isPackage: boolean;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return entry.name === 'project' || entry.name === 'fixtures' ? [] : sourceFiles(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(project, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^'\s]+)'/g)].map(([, to = '']) => {
    const isPackage = !to.startsWith('.');
    const target = relative(project, join(project, dirname(file), to))
      .split(sep)
      .join('/');
    return { from: file, to: isPackage ? to : target, isPackage };
  });
}

function partOf(file: string): string {
  if (file.startsWith('shared/')) return 'shared';
  return file.split('/').slice(0, 2).join('/');
}

const files = ['shared', 'server', 'web'].flatMap(sourceFiles);
const imports = files.flatMap(importsOf);

test('every part imports only what the list allows', () => {
  const offences = imports
    .filter(entry => !entry.isPackage)
    .filter(({ from, to }) => {
      const [here, there] = [partOf(from), partOf(to)];
      return here !== there && !roots.includes(here) && !allowed[here]?.includes(there);
    })
    .map(({ from, to }) => `${from} → ${to}`);
  expect(offences).toEqual([]);
});

test('shared imports only small pure packages', () => {
  const offences = imports
    .filter(({ from, isPackage }) => isPackage && from.startsWith('shared/'))
    .filter(({ to }) => !purePackages.some(name => to === name || to.startsWith(`${name}/`)))
    .map(({ from, to }) => `${from} → ${to}`);
  expect(offences).toEqual([]);
});

test('the list names no part that is gone', () => {
  const parts = new Set(files.map(partOf));
  expect(Object.keys(allowed).filter(part => !parts.has(part))).toEqual([]);
});
