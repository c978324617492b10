import { type Address, formatAddress, parseAddress } from '../address.ts';
import { ForkpointError } from '../errors.ts';
import { checkedName } from '../name.ts';

/** The fewest and the most sides that one comparison takes. */
export const MIN_SIDES = 2;
export const MAX_SIDES = 8;

/**
 * One side of a comparison: the head of a branch, or a scene. As text `[run/]branch` or `[run/]address`, where an
 * address names its branch (`main:16-B~1`) or is an id (`@id`): what has neither `:` nor `@` is a branch.
 */
export interface Side {
  /** Null for the run that the comparison is asked of. */
  run: string | null;
  place: { kind: 'branch'; branch: string } | Address;
}

/** Reads one side as a person writes it. @throws ForkpointError `bad-address`, `bad-name` */
export function parseSide(text: string): Side {
  const slash = text.indexOf('/');
  const run = slash < 0 ? null : checkedName(text.slice(0, slash));
  const place = text.slice(slash + 1);
  if (/[:@]/.test(place)) return { run, place: parseAddress(place) };
  return { run, place: { kind: 'branch', branch: checkedName(place) } };
}

/** The side as text. */
export function formatSide({ run, place }: Side): string {
  const text = place.kind === 'branch' ? place.branch : formatAddress(place);
  return run === null ? text : `${run}/${text}`;
}

/**
 * The sides of a query, `plan-b,plan-c`: from two to eight, none twice.
 * @param run the run that is asked: a side that names it is the same as one that names none
 * @throws ForkpointError `bad-request`, `bad-address`, `bad-name`
 */
export function parseSides(text: string, run: string): Side[] {
  const sides = text
    .split(',')
    .map(part => parseSide(part.trim()))
    .map(side => (side.run === run ? { ...side, run: null } : side));
  if (sides.length < MIN_SIDES || sides.length > MAX_SIDES) {
    throw new ForkpointError('bad-request', {
      detail: `sides: from ${MIN_SIDES} to ${MAX_SIDES}, found ${sides.length}`,
    });
  }
  const texts = sides.map(formatSide);
  const twice = texts.find((side, index) => texts.indexOf(side) !== index);
  if (twice !== undefined) {
    throw new ForkpointError('bad-request', { detail: `sides: “${twice}” is there twice` });
  }
  return sides;
}

/** Sides as a query or a URL holds them. */
export function formatSides(sides: readonly Side[]): string {
  return sides.map(formatSide).join(',');
}
