import { useId } from 'react';
import { words } from '../i18n/words.ts';
import { Sheet } from '../ui/Sheet.tsx';
import styles from './HelpSheet.module.css';
import { KeyNames } from './KeyNames.tsx';
import { type KeyEntry, type KeyGroup, keyEntries, keyGroups } from './keyMap.ts';
import { useSingleKeys } from './singleKeys.ts';

const titles = {
  find: 'keys.groupFind',
  turns: 'keys.groupTurns',
  compare: 'keys.groupCompare',
  act: 'keys.groupAct',
  look: 'keys.groupLook',
  play: 'keys.groupPlay',
  page: 'keys.groupPage',
} as const satisfies Record<KeyGroup, string>;

/** Every key and what it does, and the switch for those that are pressed without Ctrl or ⌘. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet
      title={words('keys.help')}
      about={words('keys.helpAbout')}
      closeLabel={words('keys.helpClose')}
      onClose={onClose}
    >
      <SingleKeysSwitch />
      <div className={styles.groups}>
        {keyGroups.map(group => (
          <KeyTable key={group} group={group} />
        ))}
      </div>
    </Sheet>
  );
}

function SingleKeysSwitch() {
  const [isOn, switchTo] = useSingleKeys();
  const about = useId();
  return (
    <div className={styles.switch}>
      <label className={styles.switchLabel}>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={about}
          onChange={event => switchTo(event.currentTarget.checked)}
        />
        {words('keys.singleKeys')}
      </label>
      <p id={about} className={styles.about}>
        {words('keys.singleKeysAbout')}
      </p>
    </div>
  );
}

function KeyTable({ group }: { group: KeyGroup }) {
  const rows = keyEntries.filter(entry => entry.group === group && keysOf(entry).length > 0);
  return (
    <table className={styles.table}>
      <caption className={styles.title}>{words(titles[group])}</caption>
      <thead className={styles.head}>
        <tr>
          <th scope="col">{words('keys.helpCommand')}</th>
          <th scope="col">{words('keys.helpKey')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(entry => (
          <tr key={entry.command}>
            <th scope="row" className={styles.name}>
              {words(`keys.${entry.command}`)}
              {entry.keys.length === 0 && <span className={styles.about}> {words('keys.helpOnTurn')}</span>}
            </th>
            <td className={styles.keys}>
              {keysOf(entry).map(key => (
                <KeyNames key={key} of={key} />
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function keysOf({ keys, onTurn = [] }: KeyEntry): readonly string[] {
  return [...keys, ...onTurn];
}
