import { Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../i18n/words.ts';
import { PageLink } from '../selection/PageLink.tsx';
import { BarButton } from '../ui/BarButton.tsx';
import { ConnectionSign } from './ConnectionSign.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import styles from './TopBar.module.css';

/** The bar over every page: the name, what the page says about itself, theme and connection. */
export function TopBar({ children, actions }: { children?: ReactNode; actions?: ReactNode }) {
  return (
    <header className={styles.bar}>
      <PageLink run={null} className={styles.name} title={words('app.toRuns')}>
        {words('app.name')}
      </PageLink>
      <div className={styles.middle}>{children}</div>
      <div className={styles.actions}>
        {actions}
        <ConnectionSign />
        <ThemeSwitch />
      </div>
    </header>
  );
}

/** Stops what runs; there only while something does. */
export function StopButton({ stopping, onStop }: { stopping: boolean; onStop: () => void }) {
  return (
    <BarButton
      icon={<Square size={11} aria-hidden />}
      label={words(stopping ? 'app.stopping' : 'app.stop')}
      onClick={onStop}
      disabled={stopping}
    />
  );
}
