import { useQuery } from '@tanstack/react-query';
import type { Comparison, FileComparison } from '../../shared/compare/comparison.ts';
import { MIN_SIDES } from '../../shared/compare/side.ts';
import { callRoute } from './client.ts';
import { type Loaded, loadedFrom } from './queries.ts';
import { queryKeys } from './queryKeys.ts';

/** Branches or scenes side by side, kept fresh by the event stream. @param sides as text, see `shared/compare/side` */
export function useComparison(run: string, sides: readonly string[]): Loaded<Comparison> {
  return loadedFrom(
    useQuery({
      queryKey: queryKeys.comparison(run, sides),
      queryFn: () => callRoute('compare', { params: { run }, query: { sides: sides.join(',') } }),
      enabled: sides.length >= MIN_SIDES,
    }),
  );
}

/**
 * One file in the final files of each side.
 * @param version changes when one of them does
 */
export function useComparedFile(
  run: string,
  sides: readonly string[],
  path: string,
  version: string,
): Loaded<FileComparison> {
  return loadedFrom(
    useQuery({
      queryKey: queryKeys.comparedFile(run, sides, path, version),
      queryFn: () => callRoute('compareFile', { params: { run }, query: { sides: sides.join(','), path } }),
    }),
  );
}
