import type { CallCell, TurnCell } from '../../shared/compare/comparison.ts';

/** What a turn called, on one line: `write_file ×2 src/billing.mjs, src/taxService.mjs · run_command node --test`. */
export function callTitle(calls: readonly CallCell[]): string {
  const names = [...new Set(calls.map(call => call.name))];
  return names
    .map(name => {
      const of = calls.filter(call => call.name === name);
      const details = [...new Set(of.map(call => call.detail))].filter(detail => detail !== '');
      return [of.length > 1 ? `${name} ×${of.length}` : name, details.join(', ')].join(' ').trim();
    })
    .join(' · ');
}

/** The call whose result says how a turn ended: the first that failed, else the last with a result; null without any. */
export function tellingCall({ calls }: Pick<TurnCell, 'calls'>): CallCell | null {
  const failed = calls.find(call => call.state === 'error' && call.result);
  return failed ?? calls.findLast(call => call.result) ?? null;
}
