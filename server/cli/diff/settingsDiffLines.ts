import { isEmptySettingsDiff } from '../../../shared/diff/diffSettings.ts';
import type { SettingDiff, SettingsDiff, ToolDiff } from '../../../shared/diff/settingsDiff.ts';
import { paint } from '../paint.ts';
import { visibleText } from '../visibleText.ts';
import { linesOfJson } from './jsonDiffLines.ts';
import type { DrawOptions } from './textDiffLines.ts';

/** What was asked of the model besides the messages, as far as it differs. */
export function linesOfSettingsDiff(diff: SettingsDiff, options: DrawOptions): string[] {
  const { settings, tools, known } = diff;
  if (isEmptySettingsDiff(diff) && known.left === known.right) return [];
  const unknown = known.left ? 'the second' : 'the first';
  return [
    paint.bold('request settings'),
    ...settings.flatMap(setting => linesOfEntry(visibleText(setting.name), setting, options)),
    ...tools.flatMap(tool => linesOfEntry(`tool ${visibleText(tool.name)}`, tool, options)),
    ...(known.left === known.right ? [] : [paint.dim(`  not kept by ${unknown} scene, so not compared`)]),
  ];
}

function linesOfEntry(
  name: string,
  { kind, left, right }: SettingDiff | ToolDiff,
  options: DrawOptions,
): string[] {
  if (kind === 'changed') return linesOfJson({ [name]: left }, { [name]: right }, options);
  const whole = kind === 'added' ? right : left;
  const isTool = typeof whole === 'object' && whole !== null && 'name' in whole;
  // A tool that came or went says enough by its name; its schema would fill the screen.
  const value = isTool ? '' : `: ${visibleText(JSON.stringify(whole) ?? '')}`;
  return [
    kind === 'added'
      ? paint.green(`${options.indent}+ ${name}${value}`)
      : paint.red(`${options.indent}- ${name}${value}`),
  ];
}
