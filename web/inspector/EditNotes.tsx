import { readableJson } from '../../shared/blockText.ts';
import type { CallDecision, ChangedSetting, Edit, Reconciliation } from '../../shared/decision.ts';
import type { CallRow } from '../../shared/rows.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { wordsOfLegality } from '../content/LegalityNotes.tsx';
import { wordsOfReconciliation } from '../content/reconciliationWords.ts';
import { TextDiffView } from '../content/TextDiffView.tsx';
import { type WordKey, words } from '../i18n/words.ts';
import { PhraseText } from '../ui/PhraseText.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './EditNotes.module.css';

interface EditNotesProps {
  edits: readonly Edit[];
  /** The calls of the scene's turn, for their names. */
  calls: readonly CallRow[];
}

/** What a person or a resume decided on the way to this scene, each with what changed. */
export function EditNotes({ edits, calls }: EditNotesProps) {
  if (edits.length === 0) return null;
  const names = new Map(calls.map(call => [call.id, call.name]));
  return (
    <section className={styles.notes} aria-label={words('inspector.edits')}>
      <h4 className={styles.title}>{words('inspector.edits')}</h4>
      <ul className={styles.list}>
        {edits.map((edit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the edits of a stored scene keep their places
          <li key={index}>
            <EditNote edit={edit} name={names.get(callIdOf(edit) ?? '') ?? null} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function callIdOf(edit: Edit): string | null {
  if (edit.kind === 'reconciled') return edit.reconciliation.callId;
  return 'callId' in edit ? edit.callId : null;
}

function EditNote({ edit, name }: { edit: Edit; name: string | null }) {
  return (
    <>
      {name !== null && (
        <span className={styles.name}>
          <SafeText text={name} />
        </span>
      )}{' '}
      <PhraseText text={wordsOfEdit(edit)} />
      {edit.kind === 'result' && edit.before !== null && (
        <TextDiffView left={edit.before} right={edit.after} byLines />
      )}
      {edit.kind === 'input' && (
        <TextDiffView left={readableJson(edit.before)} right={readableJson(edit.after)} byLines />
      )}
    </>
  );
}

function wordsOfEdit(edit: Edit): string {
  switch (edit.kind) {
    case 'message':
      return words('inspector.editMessage');
    case 'settings':
      return wordsOfSettings(edit);
    case 'result':
      return words('inspector.editResult');
    case 'input':
      return words('inspector.editInput');
    case 'decided':
      return wordsOfDecision(edit.decision);
    case 'answered':
      return wordsOfAnswer(edit);
    case 'reconciled':
      return wordsOfReconciled(edit.reconciliation);
    case 'simulated':
      return words('inspector.editSimulated');
    case 'repaired':
      return words('inspector.editRepaired', { codes: edit.codes.map(wordsOfLegality).join(', ') });
  }
}

function wordsOfSettings({ model, changed = [] }: Extract<Edit, { kind: 'settings' }>): string {
  const others = changed.filter(setting => setting !== 'model').map(setting => words(settingWords[setting]));
  const what = words('inspector.editSettings', { what: others.join(', ') });
  if (model === null) return what;
  const asked = words('inspector.editModel', { model: visibleText(model) });
  return others.length === 0 ? asked : `${asked} ${what}`;
}

const settingWords = {
  model: 'inspector.model',
  system: 'inspector.settingSystem',
  thinking: 'inspector.settingThinking',
  maxTokens: 'inspector.settingMaxTokens',
  tools: 'inspector.settingTools',
} as const satisfies Record<ChangedSetting, WordKey>;

function wordsOfReconciled(reconciliation: Reconciliation): string {
  const done = words('inspector.editReconciled', { what: wordsOfReconciliation(reconciliation) });
  const kept = (reconciliation.kept ?? []).map(file => file.path);
  return kept.length === 0
    ? done
    : `${done} ${words('inspector.editKept', { paths: visibleText(kept.join(', ')) })}`;
}

function wordsOfDecision(decision: CallDecision): string {
  switch (decision.kind) {
    case 'run':
      return words('inspector.editRun');
    case 'edit':
      return words('inspector.editInput');
    case 'skip':
      return words('inspector.editSkip', { why: visibleText(decision.why) });
    case 'supply':
      return words('inspector.editSupply');
    case 'did':
      return words('inspector.editDid');
  }
}

function wordsOfAnswer({ answer, why }: Extract<Edit, { kind: 'answered' }>): string {
  if (answer === 'refused') {
    return why === null
      ? words('inspector.editRefused')
      : words('inspector.editRefusedWhy', { why: visibleText(why) });
  }
  return words(answer === 'standing' ? 'inspector.editStanding' : 'inspector.editApproved');
}
