import { useState } from 'react';
import type { AdoptionTarget } from '../../shared/adoption.ts';
import { MAIN } from '../../shared/branch.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { InlineField, Select, TextInput } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import styles from './AdoptTarget.module.css';

interface AdoptTargetProps {
  /** Branches whose workspace can be gone into. */
  branches: readonly string[];
  /** The folder of the person's own that `main` works in, or null. */
  ownFolder: string | null;
  target: AdoptionTarget;
  onTarget: (target: AdoptionTarget) => void;
}

/** Where files go: a branch, or a folder. */
export function AdoptTarget({ branches, ownFolder, target, onTarget }: AdoptTargetProps) {
  const [kept, setKept] = useState({ branch: branches[0] ?? '', folder: '' });
  const kind = 'branch' in target ? 'branch' : 'folder';
  const change = (next: AdoptionTarget) => {
    setKept({ ...kept, ...next });
    onTarget(next);
  };
  return (
    <div className={styles.target}>
      <Segments
        label={words('adopt.into')}
        value={kind}
        onChange={next => change(next === 'branch' ? { branch: kept.branch } : { folder: kept.folder })}
        options={[
          { value: 'branch', label: words('adopt.intoBranch'), disabled: branches.length === 0 },
          { value: 'folder', label: words('adopt.intoFolder') },
        ]}
      />
      {'branch' in target ? (
        <InlineField label={words('adopt.branch')}>
          <Select value={target.branch} onChange={event => change({ branch: event.currentTarget.value })}>
            {branches.map(branch => (
              <option key={branch} value={branch}>
                {branch === MAIN && ownFolder !== null
                  ? words('adopt.branchOwn', { branch })
                  : visibleText(branch)}
              </option>
            ))}
          </Select>
        </InlineField>
      ) : (
        <InlineField label={words('adopt.folder')}>
          <TextInput
            className={styles.folder}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            placeholder={words('adopt.folderPlaceholder')}
            value={target.folder}
            onChange={event => change({ folder: event.currentTarget.value })}
          />
        </InlineField>
      )}
    </div>
  );
}
