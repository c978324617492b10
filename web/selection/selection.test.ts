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
      fanOut: null,
      diff: null,
      space: null,
      pin: null,
      filter: null,
      panel: null,
      find: null,
      how: null,
      adopt: null,
      archived: null,
      compare: null,
      view: null,
      columns: null,
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

  test('scenes of other runs name their run; one of the run on screen does not', () => {
    expect(read('/runs/derailed?diff=other/main:3-B&pin=derailed/plan-b:14')).toMatchObject({
      diff: 'other/main:3-B',
      pin: 'plan-b:14',
      problem: null,
    });
    expect(read('/runs/derailed?diff=../main:3-B')).toMatchObject({
      diff: null,
      problem: { code: 'bad-name' },
    });
  });

  test('what is pinned stays so on the list of runs, if it says whose scene it is', () => {
    expect(read('/?pin=derailed/main:14-B')).toMatchObject({ page: 'list', pin: 'derailed/main:14-B' });
    expect(read('/?pin=main:14-B')).toMatchObject({ page: 'list', pin: null, problem: null });
  });

  test('a side that is about to be adopted; whether archived branches are shown', () => {
    expect(read('/runs/derailed?adopt=plan-b:16-A~1&archived=shown')).toMatchObject({
      adopt: 'plan-b:16-A~1',
      archived: 'shown',
      problem: null,
    });
    expect(read('/runs/derailed?adopt=../x&archived=yes')).toMatchObject({
      adopt: null,
      archived: null,
      problem: { code: 'bad-name' },
    });
  });

  test('sides of a comparison, none twice, those of the run on screen without its name', () => {
    expect(read('/runs/derailed?compare=plan-b,derailed/plan-b,,other/main:3-B&view=files')).toMatchObject({
      compare: ['plan-b', 'other/main:3-B'],
      view: 'files',
      columns: null,
      problem: null,
    });
  });

  test('a side that is none is left out and said; the others stay', () => {
    expect(read('/runs/derailed?compare=plan-b,../etc,plan-c&view=nonsense')).toMatchObject({
      compare: ['plan-b', 'plan-c'],
      view: null,
      problem: { code: 'bad-name' },
    });
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
    '/runs/derailed?scene=main:14-B&act=fan-out&fan-out=0a1b2c3d4e5f',
    '/runs/derailed?panel=find&find=rate+13+%25+%26+more&how=cw',
    '/runs/derailed?panel=lookHere',
    '/?pin=derailed/main:14-B',
    '/runs/derailed?compare=plan-b,main:25-B~1,other/main&view=turns&columns=plan-b,other/main',
    '/runs/derailed?scene=main:25-B&diff=other/main:14-B&space=ignore&pin=other/main:14-B',
    '/runs/derailed?scene=main:25-B&diff=main:14-B&pin=main:14-B&panel=outline',
    '/runs/derailed?filter=error,tool:run_command,file:src/a%252Cb.ts',
  ])('%s comes back as it was', url => {
    expect(urlOfSelection(read(url))).toBe(url);
  });
});
