import type { CheckpointRecord } from '../checkpoint.ts';
import { canonicalJson } from '../digest.ts';
import { type CompareOptions, withoutSpace } from './digestMessages.ts';
import type { SettingDiff, SettingsDiff, ToolDiff } from './settingsDiff.ts';

type Asked = Pick<CheckpointRecord, 'model' | 'request'>;
type Tool = { name: string };

/**
 * What was asked of the model besides `messages`: the request settings that a checkpoint keeps of its turn. Tools go by
 * name, their order is nothing, nor are cache marks. Where a side kept none, only the model is compared, as far as both
 * name one. Pure; swapped sides swap what was added and what was removed.
 */
export function diffSettings(left: Asked, right: Asked, options: CompareOptions = {}): SettingsDiff {
  const known = { left: left.request !== undefined, right: right.request !== undefined };
  const [before, after] = [settingsOf(left), settingsOf(right)];
  const areBoth = known.left && known.right;
  const names = areBoth
    ? [...new Set([...before.keys(), ...after.keys()])]
    : ['model'].filter(name => before.has(name) && after.has(name));
  const settings = names.map(name => ({
    name,
    kind: kindOf(before.get(name), after.get(name), options),
    left: before.get(name) ?? null,
    right: after.get(name) ?? null,
  }));
  const tools = areBoth ? diffTools(toolsOf(left), toolsOf(right), options) : [];
  const isChange = <T extends { kind: string }>(entry: T): entry is T & { kind: SettingDiff['kind'] } =>
    entry.kind !== 'same';
  const [changed, changedTools] = [settings.filter(isChange), tools.filter(isChange)];
  return {
    known,
    settings: changed,
    tools: changedTools,
    same: { settings: settings.length - changed.length, tools: tools.length - changedTools.length },
  };
}

/** Whether no setting and no tool differs, as far as is known. */
export function isEmptySettingsDiff({ settings, tools }: SettingsDiff): boolean {
  return settings.length + tools.length === 0;
}

/** The most telling ones first, then whatever else is kept, known to us or not. */
function settingsOf({ model, request = {} }: Asked): Map<string, unknown> {
  const { tools: _tools, model: asked = model, system, thinking, maxTokens, betas, ...others } = request;
  const named = { model: asked, system, thinking, maxTokens, betas };
  return new Map(Object.entries({ ...named, ...others }).filter(([, value]) => value !== undefined));
}

function toolsOf({ request }: Asked): Map<string, Tool> {
  return new Map((request?.tools ?? []).map(tool => [tool.name, tool]));
}

function diffTools(
  left: ReadonlyMap<string, Tool>,
  right: ReadonlyMap<string, Tool>,
  options: CompareOptions,
): (Omit<ToolDiff, 'kind'> & { kind: ToolDiff['kind'] | 'same' })[] {
  return [...new Set([...left.keys(), ...right.keys()])].map(name => ({
    name,
    kind: kindOf(left.get(name), right.get(name), options),
    left: left.get(name) ?? null,
    right: right.get(name) ?? null,
  }));
}

/** `thinking` may be null, which says something: it is switched off. */
function kindOf(left: unknown, right: unknown, options: CompareOptions): SettingDiff['kind'] | 'same' {
  if (left === undefined) return 'added';
  if (right === undefined) return 'removed';
  return contentOf(left, options) === contentOf(right, options) ? 'same' : 'changed';
}

function contentOf(value: unknown, { ignoreSpace = false }: CompareOptions): string {
  const bare = withoutCacheMark(value);
  return canonicalJson(ignoreSpace ? withoutSpace(bare) : bare);
}

/** A tool's own mark, and those of the blocks of a system prompt that is a list. */
function withoutCacheMark(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCacheMark);
  if (typeof value !== 'object' || value === null) return value;
  const { cache_control: _mark, ...rest } = value as Record<string, unknown>;
  return rest;
}
