import { expect, test } from 'vitest';
import { formatAddress } from '../../shared/address.ts';
import { addressOf, buildRunGraph } from '../../shared/runGraph.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { sceneAddresses } from './sceneAddresses.ts';

test('every scene has the address that it has by itself', () => {
  const graph = buildRunGraph(
    drawRun(`
      main    0B 1A 1B 2A 2B 3A 3B
      main    1B > 2A' 2B'
      main    1A > 1B''
      plan-b  main/2B > 3A 3B!
      plan-c  main/2B' > 3A
      main    ? > 9A 9B
    `),
  );
  const addresses = sceneAddresses(graph);
  expect(Object.fromEntries(addresses)).toEqual(
    Object.fromEntries([...graph.scenes.values()].map(row => [row.id, formatAddress(addressOf(graph, row))])),
  );
  expect([...addresses.values()]).toContain('main:3-B~1');
  expect([...addresses.values()]).toContain('@main/9A');
});
