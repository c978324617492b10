import { describe, expect, test } from 'vitest';
import { selectionFromUrl, urlOfSelection } from './selection.ts';

const read = (url: string) => {
  const { pathname, search } = new URL(url, 'http://127.0.0.1:4700');
  return selectionFromUrl({ pathname, search });
};

describe('reading a URL', () => {
  test('the root is the list of runs', () => {
    expect(read('/')).toMatchObject({ page: 'list', run: null, problem: null });
  });

  test('a run without a query follows the head on the first tab', () => {
    expect(read('/runs/derailed')).toEqual({
      page: 'run',
      run: 'derailed',
      scene: null,
      tab: 'conversation',
      act: null,
      diff: null,
      pin: null,
      filter: null,
      panel: null,
      find: null,
      how: null,
      problem: null,
    });
  });

  test('scene, tab and diff are taken from the query', () => {
    expect(read('/runs/derailed?scene=plan-b:16-A~1&tab=raw&diff=@abc123')).toMatchObject({
      scene: 'plan-b:16-A~1',
      tab: 'raw',
      diff: '@abc123',
      problem: null,
    });
  });

  test('a tab that does not exist is the first', () => {
    expect(read('/runs/derailed?tab=nonsense').tab).toBe('conversation');
  });

  test('a pinned scene is taken from the query; one that is none says so', () => {
    expect(read('/runs/derailed?pin=plan-b:14')).toMatchObject({ pin: 'plan-b:14', problem: null });
    expect(read('/runs/derailed?pin=14-C')).toMatchObject({ pin: null, problem: { code: 'bad-address' } });
  });

  test('an address that is none leaves the run on screen and says so', () => {
    expect(read('/runs/derailed?scene=a:b:c')).toMatchObject({
      page: 'run',
      run: 'derailed',
      scene: null,
      problem: { code: 'bad-address', params: { address: 'a:b:c' } },
    });
  });

  test.each([
    ['/runs/..%2F..%2Fetc', 'bad-name'],
    ['/runs/%00', 'bad-name'],
    ['/runs/%E0%A4%A', 'bad-name'],
  ])('a hostile run id %s is refused', (url, code) => {
    expect(read(url)).toMatchObject({ page: 'unknown', run: null, problem: { code } });
  });

  test('any other path is no page', () => {
    expect(read('/settings')).toMatchObject({ page: 'unknown', problem: null });
  });
});

describe('writing a URL', () => {
  test.each([
    '/',
    '/runs/derailed',
    '/runs/derailed?scene=main:14-B',
    '/runs/derailed?scene=main:16-B~1&tab=calls&diff=@9f-00.a',
    '/runs/derailed?scene=main:14-B&act=rewind',
    '/runs/derailed?panel=find&find=rate+13+%25+%26+more&how=cw',
    '/runs/derailed?panel=lookHere',
    '/runs/derailed?scene=main:25-B&diff=main:14-B&pin=main:14-B&panel=outline',
    '/runs/derailed?filter=error,tool:run_command,file:src/a%252Cb.ts',
  ])('%s comes back as it was', url => {
    expect(urlOfSelection(read(url))).toBe(url);
  });
});
