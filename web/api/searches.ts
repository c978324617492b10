import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { QueryOf } from '../../shared/api.ts';
import { problemFromError } from '../../shared/errors.ts';
import type { RemarksReply } from '../../shared/lookHere/remark.ts';
import type { FirstSeenReply, Hit, SearchReply } from '../../shared/search.ts';
import type { SearchQuery } from '../../shared/searchText.ts';
import { callRoute } from './client.ts';
import { type Loaded, loadedFrom } from './queries.ts';
import { queryKeys } from './queryKeys.ts';

/** Hits as far as they were fetched. */
export interface FoundSoFar extends Omit<SearchReply, 'hits' | 'from'> {
  hits: Hit[];
  /** Hits of an earlier search are shown until those of this one are there. */
  isCurrent: boolean;
  /** Fetches the hits behind these; null where these are all. */
  fetchMore: (() => void) | null;
}

/** Looks through everything that the model saw or said. @param version changes when the run has grown */
export function useSearch(run: string, query: SearchQuery, version: string): Loaded<FoundSoFar> {
  const search = useInfiniteQuery({
    queryKey: queryKeys.search(run, JSON.stringify(query), version),
    queryFn: ({ pageParam, signal }) =>
      callRoute('search', { params: { run }, query: searchParams(query, pageParam), signal }),
    initialPageParam: 0,
    getNextPageParam: ({ from, hits, total }) =>
      from + hits.length < total ? from + hits.length : undefined,
    enabled: query.text !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  });
  const [first] = search.data?.pages ?? [];
  if (search.isError) {
    const problem = problemFromError(search.error);
    const canRetry = problem.code !== 'bad-pattern';
    return { status: 'problem', problem, retry: canRetry ? () => void search.refetch() : undefined };
  }
  if (!search.data || !first) return { status: 'loading' };
  const { hits: _hits, from: _from, ...counts } = first;
  return {
    status: 'ready',
    value: {
      ...counts,
      hits: search.data.pages.flatMap(page => page.hits),
      isCurrent: !search.isPlaceholderData,
      fetchMore: search.hasNextPage ? () => void search.fetchNextPage() : null,
    },
  };
}

function searchParams(
  { text, matchCase, wholeWord, isPattern }: SearchQuery,
  from: number,
): QueryOf<'search'> {
  return {
    text,
    ...(matchCase && { case: 'on' }),
    ...(wholeWord && { word: 'on' }),
    ...(isPattern && { pattern: 'on' }),
    ...(from > 0 && { from: String(from) }),
  };
}

/** What is worth a look; of a large run only `all` looks through the whole of it. */
export function useRemarks(run: string, all: boolean, version: string): Loaded<RemarksReply> {
  return loadedFrom(
    useQuery({
      queryKey: queryKeys.remarks(run, all, version),
      queryFn: ({ signal }) =>
        callRoute('getRemarks', { params: { run }, query: all ? { all: 'on' } : {}, signal }),
      placeholderData: keepPreviousData,
    }),
  );
}

/** Where a text first stood on the line that leads to a scene. @param scene its id */
export function useFirstSeen(run: string, scene: string, text: string): Loaded<FirstSeenReply> {
  return loadedFrom(
    useQuery({
      queryKey: queryKeys.firstSeen(run, scene, text),
      queryFn: ({ signal }) =>
        callRoute('firstSeen', { params: { run, address: `@${scene}` }, query: { text }, signal }),
      gcTime: 60_000,
    }),
  );
}
