import type { AdoptionTarget } from '../../shared/adoption.ts';
import { formatSide, parseSide } from '../../shared/compare/side.ts';
import { cannotAdopt } from './adoptedScene.ts';

/** The run that an adoption is an act of, and its side as that run names it. */
export interface SideInRun {
  run: string;
  side: string;
}

/**
 * An adoption is an act of the run whose files are adopted: there it is kept and taken back. Into the workspace of a
 * branch go only files of its own run: what a side changed is told by the scene that both come from.
 * @param run the run that was asked
 * @throws ForkpointError `bad-address`, `bad-name`, and `cannot-adopt` for a branch's workspace in another run
 */
export function runOfSide(run: string, text: string, into: AdoptionTarget): SideInRun {
  const { run: named, place } = parseSide(text);
  const own = { run: named ?? run, side: formatSide({ run: null, place }) };
  if (own.run === run || 'folder' in into) return own;
  throw cannotAdopt(
    text,
    `they are of run “${own.run}”, which shares no scene with branch “${into.branch}” of “${run}”. ` +
      `Adopt them into a folder of yours, or take a patch of “${own.side}” from its own run`,
  );
}
