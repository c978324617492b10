import { describe, expect, test } from 'vitest';
import { EventHub } from './eventHub.ts';

function listenTo(hub: EventHub, lastId: string | null) {
  const chunks: string[] = [];
  const end = hub.subscribe(lastId, chunk => chunks.push(chunk));
  const ids = () => chunks.flatMap(chunk => /^id: (\S+)/m.exec(chunk)?.[1] ?? []);
  const data = () => chunks.flatMap(chunk => /^data: (.*)$/m.exec(chunk)?.[1] ?? []);
  return { chunks, end, ids, data };
}

describe('the event hub', () => {
  test('who comes back with its last id gets exactly what it missed', () => {
    const hub = new EventHub();
    const first = listenTo(hub, null);
    hub.publish('message', 1);
    hub.publish('message', 2);
    first.end();
    hub.publish('message', 3);
    hub.publish('runs', 4);
    const second = listenTo(hub, first.ids().at(-1) ?? '');
    hub.publish('message', 5);
    expect(first.data()).toEqual(['1', '2']);
    expect(second.data()).toEqual(['3', '4', '5']);
  });

  test('a new listener learns where the stream stands, so that it too can come back', () => {
    const hub = new EventHub();
    hub.publish('message', 1);
    const first = listenTo(hub, null);
    first.end();
    hub.publish('message', 2);
    expect(listenTo(hub, first.ids().at(-1) ?? '').data()).toEqual(['2']);
  });

  test.each(['0123456789ab:1', 'nonsense', ':', '1'])(
    'an id it does not know (%s) means: fetch again',
    id => {
      const hub = new EventHub();
      hub.publish('message', 1);
      expect(listenTo(hub, id).chunks.join('')).toContain('event: refetch');
    },
  );

  test('an id that is too old means: fetch again, and goes on from now', () => {
    const hub = new EventHub();
    const first = listenTo(hub, null);
    first.end();
    for (let n = 0; n < 2500; n += 1) hub.publish('message', n);
    const late = listenTo(hub, first.ids()[0] ?? '');
    hub.publish('message', 'new');
    expect(late.chunks[0]).toContain('event: refetch');
    expect(late.data()).toEqual(['{}', '"new"']);
  });

  test('an id from the future means: fetch again', () => {
    const hub = new EventHub();
    const [epoch] = (listenTo(hub, null).ids()[0] ?? '').split(':');
    expect(listenTo(hub, `${epoch}:7`).chunks.join('')).toContain('event: refetch');
  });

  test('what is soon past reaches who listens, moves no id and is not told again', () => {
    const hub = new EventHub();
    const first = listenTo(hub, null);
    hub.publish('message', 1);
    const [last = ''] = first.ids().slice(-1);
    hub.tell('reading', 'half');
    expect(first.chunks.at(-1)).toBe('event: reading\ndata: "half"\n\n');
    hub.publish('message', 2);
    const second = listenTo(hub, last);
    expect(second.data()).toEqual(['2']);
  });
});
