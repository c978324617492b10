import { z } from 'zod';
import { ForkpointError } from './errors.ts';

/**
 * Names that become folder names: run ids and branch names. Letters, digits, dot, dash and underscore; they
 * start with a letter or digit, do not end with a dot, and are none of the names that Windows reserves.
 */
const namePattern = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,78}[A-Za-z0-9_-])?$/;
const reservedName = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** What is wrong with a name, or null where it can be used. */
export function problemOfName(name: string): string | null {
  if (name === '') return 'it is empty';
  if (name.length > 80) return 'it is longer than 80 characters';
  if (reservedName.test(name)) return 'it is reserved by an operating system';
  if (name.includes('..')) return 'two dots in a row are not allowed';
  if (!namePattern.test(name))
    return 'use letters, digits, “-”, “_” and “.”, starting with a letter or digit';
  return null;
}

/** The name itself. @throws ForkpointError `bad-name` */
export function checkedName(name: string): string {
  const detail = problemOfName(name);
  if (detail !== null) throw new ForkpointError('bad-name', { name, detail });
  return name;
}

export const nameSchema = z.string().refine(name => problemOfName(name) === null, {
  error: issue => problemOfName(String(issue.input)) ?? 'bad name',
});

/** A safe id made from free text: what cannot stand in a name becomes a dash. Falls back to `fallback`. */
export function slugFromTitle(title: string, fallback: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 40)
    .replace(/-+$/, '');
  return slug === '' || reservedName.test(slug) ? fallback : slug;
}
