/** What is read of an event of Chromium's trace. `tdur` is the time that the thread worked, in µs. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
}

/** What the browser has to trace for it. */
export const taskCategories = ['toplevel'];

/**
 * The longest task of the page's thread in a trace, in ms that the thread worked: time that it waited for a busy machine
 * is none of ours.
 * @throws where the trace holds no task of a page
 */
export function longestTaskMs(trace: Buffer): number {
  const { traceEvents: events } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pages = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = events.filter(event => event.name.endsWith('::RunTask') && pages.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('the trace holds no task of a page');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000;
}
