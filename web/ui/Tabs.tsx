import * as RadixTabs from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import { directionOf, language } from '../i18n/language.ts';
import styles from './Tabs.module.css';

export interface TabEntry<T extends string> {
  value: T;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps<T extends string> {
  /** Accessible name of the row of tabs. */
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly TabEntry<T>[];
}

/** A row of tabs with the content of the chosen one below; the others are not mounted. */
export function Tabs<T extends string>({ label, value, onChange, tabs }: TabsProps<T>) {
  const choose = (chosen: string) => {
    const tab = tabs.find(entry => entry.value === chosen);
    if (tab) onChange(tab.value);
  };
  return (
    <RadixTabs.Root className={styles.root} dir={directionOf(language)} value={value} onValueChange={choose}>
      <RadixTabs.List className={styles.list} aria-label={label}>
        {tabs.map(tab => (
          <RadixTabs.Trigger key={tab.value} className={styles.tab} value={tab.value}>
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map(tab => (
        <RadixTabs.Content key={tab.value} className={styles.content} value={tab.value}>
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
