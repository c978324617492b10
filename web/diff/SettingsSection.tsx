import { isEmptySettingsDiff } from '../../shared/diff/diffSettings.ts';
import type { SettingDiff, SettingsDiff, ToolDiff } from '../../shared/diff/settingsDiff.ts';
import { JsonTree } from '../content/JsonTree.tsx';
import { TextDiffView } from '../content/TextDiffView.tsx';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './SettingsSection.module.css';
import { useShownDiff } from './shownDiff.ts';
import { ValueDiff } from './ValueDiff.tsx';

/** What else was asked of the model, model and system prompt and tools: a section of its own above the messages. */
export function SettingsSection({ settings: diff }: { settings: SettingsDiff }) {
  const { onlyChanges } = useShownDiff();
  const isSame = isEmptySettingsDiff(diff);
  if (isSame && onlyChanges) return null;
  return (
    <section
      className={classNames(styles.section, isSame && styles.quiet)}
      aria-label={words('diff.settings')}
    >
      <h3 className={styles.title}>{words('diff.settings')}</h3>
      {diff.settings.map(setting => (
        <SettingView key={setting.name} setting={setting} />
      ))}
      {diff.tools.map(tool => (
        <ToolView key={tool.name} tool={tool} />
      ))}
      <p className={styles.note}>{wordsOfRest(diff)}</p>
    </section>
  );
}

/** What is the same, or not known to be. */
function wordsOfRest(diff: SettingsDiff): string {
  const { left, right } = diff.known;
  if (!left && !right) return words('diff.settingsUnknown');
  if (!left) return words('diff.settingsUnknownLeft');
  if (!right) return words('diff.settingsUnknownRight');
  if (isEmptySettingsDiff(diff)) return words('diff.settingsSame');
  const { settings, tools } = diff.same;
  return [
    settings > 0 && words('diff.settingsOthers', { count: settings }),
    tools > 0 && words('diff.toolsOthers', { count: tools }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The settings that have a name in words; any other is named as the API names it. */
function nameOf(setting: string): string {
  switch (setting) {
    case 'model':
    case 'system':
    case 'thinking':
    case 'maxTokens':
    case 'betas':
      return words(`diff.${setting}`);
    default:
      return setting;
  }
}

function SettingView({ setting: { name, kind, left, right } }: { setting: SettingDiff }) {
  const { isSplit, ignoreSpace } = useShownDiff();
  const areTexts = typeof left === 'string' && typeof right === 'string';
  return (
    <div className={styles.setting}>
      <SettingName name={nameOf(name)} kind={kind} />
      {areTexts ? (
        <TextDiffView left={left} right={right} isSplit={isSplit} ignoreSpace={ignoreSpace} isNear />
      ) : (
        <ValueView kind={kind} left={left} right={right} />
      )}
    </div>
  );
}

function ToolView({ tool: { name, kind, left, right } }: { tool: ToolDiff }) {
  return (
    <div className={styles.setting}>
      <SettingName name={words('diff.tool', { name })} kind={kind} />
      <ValueView kind={kind} left={left} right={right} />
    </div>
  );
}

const kinds = {
  added: 'diff.messageAdded',
  removed: 'diff.messageRemoved',
  changed: 'diff.messageChanged',
} as const;

function SettingName({ name, kind }: { name: string; kind: SettingDiff['kind'] }) {
  return (
    <div className={styles.name}>
      <SafeText text={name} />
      <span className={styles[kind]}>{words(kinds[kind])}</span>
    </div>
  );
}

function ValueView({ kind, left, right }: Omit<SettingDiff, 'name'>) {
  if (kind === 'changed') return <ValueDiff kind="json" left={left} right={right} />;
  return <JsonTree value={kind === 'added' ? right : left} openDepth={0} />;
}
