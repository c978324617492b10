import { expect, test } from 'vitest';
import { toolClassFromName } from '../../shared/toolClass.ts';
import { allTools } from './allTools.ts';

test.each(allTools({}).map(tool => [tool.name, tool] as const))(
  '%s declares the class that others read from its name',
  (name, tool) => {
    expect(tool.toolClass).toBe(toolClassFromName(name));
  },
);

test('every tool tells the model an object schema and what it does; no two share a name', () => {
  const tools = allTools({});
  for (const tool of tools) {
    expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(tool.description).not.toBe('');
  }
  expect(new Set(tools.map(tool => tool.name)).size).toBe(tools.length);
});

test('deleting stops at the gate, ensuring may be repeated, and a made ticket can be asked for', () => {
  const named = (name: string) => allTools({}).find(tool => tool.name === name);
  expect(
    allTools({})
      .filter(tool => tool.destructive)
      .map(tool => tool.name),
  ).toEqual(['delete_file']);
  expect(
    allTools({})
      .filter(tool => tool.idempotent)
      .map(tool => tool.name),
  ).toEqual(['ensure_ticket']);
  expect(named('create_ticket')?.probe).toBeTypeOf('function');
});
