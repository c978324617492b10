import { paint } from './paint.ts';

/** `1 message`, `2,000 messages`. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`;
}

/** How much is not shown, on a line of its own, where there is more. */
export function more(count: number, thing: string, indent: string): string[] {
  if (count <= 0) return [];
  return [
    paint.dim(
      `${indent}… ${count.toLocaleString('en')} more ${thing}${count === 1 ? '' : 's'}, --json has all`,
    ),
  ];
}
