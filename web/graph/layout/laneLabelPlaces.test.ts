import { describe, expect, test } from 'vitest';
import { buildRunGraph } from '../../../shared/runGraph.ts';
import { CARD_HEIGHT, COLUMN_WIDTH, ROW_HEIGHT } from './geometry.ts';
import { layoutOf } from './graphLayout.ts';
import { laneLabelPlaces } from './laneLabelPlaces.ts';
import { drawnRun } from './testing/drawnRun.ts';
import { viewportOfAll } from './viewports.ts';

const pane = { width: 900, height: 600 };
const layout = layoutOf(
  buildRunGraph(
    drawnRun(`
      main: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14
      s in main/2: 1 2
      t in main/9: 1 2
      plan-b from main/11: 12 13`),
  ),
);
const stage = { pane, columnCount: layout.columnCount, rowCount: layout.rowCount };

function drawn(column: number, zoom = 1, y = 106): string[] {
  return laneLabelPlaces(layout.lanes, stage, { x: 20 - column * COLUMN_WIDTH * zoom, y, zoom }).map(
    ({ lane, where }) => `${lane.id} ${where}`,
  );
}

describe('the name of a lane', () => {
  test('stands where its turns are; a lane beyond an edge is named at that edge', () => {
    expect(drawn(0)).toEqual(['main here', 's here', 'plan-b after']);
    expect(drawn(6)).toEqual(['main here', 't here', 'plan-b after']);
  });

  test('on a shared row without a lane in view the nearest on either side are named', () => {
    expect(
      laneLabelPlaces(
        layout.lanes,
        { ...stage, pane: { ...pane, width: 300 } },
        { x: 20 - 6 * COLUMN_WIDTH, y: 106, zoom: 1 },
      ),
    ).toMatchObject([
      { lane: { id: 'main' }, where: 'here' },
      { lane: { id: 's' }, where: 'before' },
      { lane: { id: 't' }, where: 'after' },
      { lane: { id: 'plan-b' }, where: 'after' },
    ]);
  });

  test.each([1.6, 1, 0.7, 0.5, 0.41])(
    'stands between its own cards and those of the row above at zoom %d',
    zoom => {
      const places = laneLabelPlaces(layout.lanes, stage, { x: 20, y: 106, zoom });
      for (const { lane, top } of places) {
        const ownCards = 106 + lane.row * ROW_HEIGHT * zoom;
        const cardsAbove = ownCards - (ROW_HEIGHT - CARD_HEIGHT) * zoom;
        expect(top + 17).toBeLessThanOrEqual(ownCards);
        expect(ownCards - (top + 17)).toBeLessThan(top - cardsAbove + 8);
      }
    },
  );

  test('on the map has one place per row', () => {
    expect(drawn(0, 0.1)).toEqual(['main here', 's here', 'plan-b here']);
  });

  test('on the map is not drawn under the chips', () => {
    expect(drawn(0, 0.1, 30)).toEqual(['s here', 'plan-b here']);
  });

  describe('on a map with more rows than names have room', () => {
    const names = Array.from({ length: 60 }, (_, index) => `f${index}`);
    const crowd = layoutOf(
      buildRunGraph(drawnRun(['main: 0 1 2 3', ...names.map(name => `${name} from main/1: 2 3`)].join('\n'))),
    );
    const crowded = { pane, columnCount: crowd.columnCount, rowCount: crowd.rowCount };
    const named = (meant: string | null) =>
      laneLabelPlaces(
        crowd.lanes,
        crowded,
        viewportOfAll(crowded),
        crowd.lanes.find(lane => lane.id === meant) ?? null,
      );

    test('is left out of some, never of the one that is meant', () => {
      const left = names.filter(name => !named(null).some(({ lane }) => lane.id === name));
      expect(left.length).toBeGreaterThan(10);
      for (const name of left) expect(named(name).map(({ lane }) => lane.id)).toContain(name);
    });

    test.each([null, 'f0', 'f31', 'f59'])('keeps clear of the others with %s meant', meant => {
      const tops = named(meant).map(({ top }) => top);
      for (const [index, top] of tops.slice(1).entries()) {
        expect(top - (tops[index] ?? 0)).toBeGreaterThanOrEqual(15);
      }
    });
  });
});
