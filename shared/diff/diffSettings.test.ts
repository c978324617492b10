import { expect, test } from 'vitest';
import type { RequestSettings } from '../checkpoint.ts';
import { diffSettings, isEmptySettingsDiff } from './diffSettings.ts';

const tool = (name: string, description: string) => ({ name, description, input_schema: { type: 'object' } });
const asked = (request: RequestSettings) => ({ request });
const base: RequestSettings = {
  model: 'claude-a',
  system: 'Be brief.',
  maxTokens: 1000,
  tools: [tool('read_file', 'Reads'), tool('run', 'Runs')],
};

test('settings and tools that differ, most telling first, the same ones counted', () => {
  const right: RequestSettings = {
    ...base,
    thinking: null,
    system: 'Be long.',
    model: 'claude-b',
    tools: [tool('mail', 'Mails'), tool('run', 'Runs commands')],
  };
  expect(diffSettings(asked(base), asked(right))).toEqual({
    known: { left: true, right: true },
    settings: [
      { name: 'model', kind: 'changed', left: 'claude-a', right: 'claude-b' },
      { name: 'system', kind: 'changed', left: 'Be brief.', right: 'Be long.' },
      { name: 'thinking', kind: 'added', left: null, right: null },
    ],
    tools: [
      { name: 'read_file', kind: 'removed', left: tool('read_file', 'Reads'), right: null },
      { name: 'run', kind: 'changed', left: tool('run', 'Runs'), right: tool('run', 'Runs commands') },
      { name: 'mail', kind: 'added', left: null, right: tool('mail', 'Mails') },
    ],
    same: { settings: 1, tools: 0 },
  });
});

test('a cache mark on a tool is no change, nor is their order', () => {
  const [first, second] = base.tools ?? [];
  const marked = { ...first, name: 'read_file', cache_control: { type: 'ephemeral' } };
  const right = { ...base, tools: second ? [second, marked] : [] };
  expect(isEmptySettingsDiff(diffSettings(asked(base), asked(right)))).toBe(true);
});

test('where a side kept no settings only the models are compared, as far as both name one', () => {
  expect(diffSettings({ model: 'claude-a' }, asked(base))).toEqual({
    known: { left: false, right: true },
    settings: [],
    tools: [],
    same: { settings: 1, tools: 0 },
  });
  expect(diffSettings({ model: 'claude-c' }, asked(base)).settings).toEqual([
    { name: 'model', kind: 'changed', left: 'claude-c', right: 'claude-a' },
  ]);
  expect(isEmptySettingsDiff(diffSettings({}, asked(base)))).toBe(true);
});

test('white space alone is no change where it is ignored', () => {
  const right = { ...base, system: ' Be  brief.\n' };
  expect(isEmptySettingsDiff(diffSettings(asked(base), asked(right)))).toBe(false);
  expect(isEmptySettingsDiff(diffSettings(asked(base), asked(right), { ignoreSpace: true }))).toBe(true);
});
