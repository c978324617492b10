import type { Point } from './checkpoint.ts';
import { ForkpointError } from './errors.ts';
import { problemOfName } from './name.ts';

/**
 * Where a scene stands: `[branch:]turn[-A|-B][~k]`. `~k` looks on the line that move k of the branch left.
 * A scene that lies on no line (an orphan, a damaged file) is named by its id instead: `@id`.
 */
export type Address =
  | { kind: 'turn'; branch: string; turn: number; point: Point | null; move: number | null }
  | { kind: 'id'; id: string };

const turnPattern = /^(?:([^:@]+):)?(\d{1,9})(?:-([AB]))?(?:~(\d{1,9}))?$/;
const idPattern = /^@([A-Za-z0-9._-]{1,120})$/;

/** Reads an address as a person writes it. Without a branch it means `main`. @throws ForkpointError `bad-address` */
export function parseAddress(text: string): Address {
  const byId = idPattern.exec(text);
  if (byId?.[1] && !byId[1].includes('..')) return { kind: 'id', id: byId[1] };
  const match = turnPattern.exec(text);
  const branch = match?.[1] ?? 'main';
  if (!match || problemOfName(branch) !== null) throw new ForkpointError('bad-address', { address: text });
  return {
    kind: 'turn',
    branch,
    turn: Number(match[2]),
    point: pointFrom(match[3]),
    move: match[4] === undefined ? null : Number(match[4]),
  };
}

function pointFrom(letter: string | undefined): Point | null {
  return letter === 'A' || letter === 'B' ? letter : null;
}

/** The address as text; the branch is always written. */
export function formatAddress(address: Address): string {
  if (address.kind === 'id') return `@${address.id}`;
  const point = address.point === null ? '' : `-${address.point}`;
  const move = address.move === null ? '' : `~${address.move}`;
  return `${address.branch}:${address.turn}${point}${move}`;
}
