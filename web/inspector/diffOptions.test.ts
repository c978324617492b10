import { describe, expect, test } from 'vitest';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { diffOptions } from './diffOptions.ts';

const rows = drawRun(`
  main    0B 1A 1B 2A 2B 3A 3B
  plan-b  main/1B > 2A 2B 3A!
`);
for (const row of rows.scenes) row.words = row.id === 'main/3B' ? 'All tests pass' : 'Reads a file';
const graph = buildRunGraph(rows);

function optionsFor(id: string, search = '') {
  const scene = graph.scenes.get(id);
  if (!scene) throw new Error(`the drawing has no ${id}`);
  return diffOptions(graph, scene, search);
}
const drawn = (id: string, search?: string) =>
  optionsFor(id, search).options.map(({ why, address }) => (why ? `${address}: ${why}` : address));

describe('what a scene can be compared with', () => {
  test('the usual ones first, then every other readable scene', () => {
    expect(drawn('plan-b/2B')).toEqual([
      'main:1-B: Previous turn',
      'main:3-B: Head of main',
      'main:0-B',
      'main:1-A',
      'main:1-B',
      'main:2-A',
      'main:2-B',
      'plan-b:2-A',
      'main:3-A',
      'main:3-B',
    ]);
  });

  test('where the branch was forked, when that is not the turn before', () => {
    const later = buildRunGraph(drawRun('main 0B 1B 2B\nplan-b main/1B > 2B 3B 4B'));
    const scene = later.scenes.get('plan-b/4B');
    const usual = scene ? diffOptions(later, scene, '').options.filter(option => option.why) : [];
    expect(usual.map(option => option.why)).toEqual([
      'Previous turn',
      'Where plan-b was forked',
      'Head of main',
    ]);
  });

  test('a search looks at addresses and first words', () => {
    expect(drawn('main/1B', 'plan-b:2')).toEqual(['plan-b:2-A', 'plan-b:2-B']);
    expect(drawn('main/1B', 'TESTS pass')).toEqual(['main:3-B']);
    expect(drawn('main/1B', 'no such turn')).toEqual([]);
  });

  test('the pinned scene stands first, also one of another run; never the scene itself', () => {
    const scene = graph.scenes.get('plan-b/2B');
    const first = (pin: string, search = '') =>
      scene && diffOptions(graph, scene, search, pin).options.map(option => option.address)[0];
    expect(first('main:2-A')).toBe('main:2-A');
    expect(first('other/main:7-B')).toBe('other/main:7-B');
    expect(first('other/main:7-B', 'OTHER')).toBe('other/main:7-B');
    expect(first('other/main:7-B', 'plan-b')).toBe('plan-b:2-A');
    expect(first('plan-b:2-B')).toBe('main:1-B');
  });

  test('a long list is cut, and says by how much', () => {
    const long = drawRun(`main ${Array.from({ length: 500 }, (_, turn) => `${turn}B`).join(' ')}`);
    const longGraph = buildRunGraph(long);
    const scene = longGraph.scenes.get('main/0B');
    const found = scene && diffOptions(longGraph, scene, '');
    expect(found?.left).toBe(499 - 80);
  });
});
