import { Command, Keyboard, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../i18n/words.ts';
import { handlerOf } from '../keys/commandHandlers.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { PageLink } from '../selection/PageLink.tsx';
import { BarButton } from '../ui/BarButton.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { ConnectionNote } from './ConnectionNote.tsx';
import { ConnectionSign } from './ConnectionSign.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import styles from './TopBar.module.css';

/** The bar over every page: the name, what the page says about itself, the connection, the palette, the keys and the theme. */
export function TopBar({ children, actions }: { children?: ReactNode; actions?: ReactNode }) {
  return (
    <>
      <header className={styles.bar}>
        <PageLink run={null} className={styles.name} title={words('app.toRuns')}>
          {words('app.name')}
        </PageLink>
        <div className={styles.middle}>{children}</div>
        <div className={styles.actions}>
          {actions}
          <ConnectionSign />
          <IconButton
            label={words('keys.palette')}
            aria-keyshortcuts={ariaKeysOf('palette')}
            onClick={() => handlerOf('palette')?.()}
          >
            <Command aria-hidden />
          </IconButton>
          <IconButton
            className={styles.wideOnly}
            label={words('keys.help')}
            aria-keyshortcuts={ariaKeysOf('help')}
            onClick={() => handlerOf('help')?.()}
          >
            <Keyboard aria-hidden />
          </IconButton>
          <ThemeSwitch />
        </div>
      </header>
      <ConnectionNote />
    </>
  );
}

/** Stops what runs; there only while something does. */
export function StopButton({ stopping, onStop }: { stopping: boolean; onStop: () => void }) {
  return (
    <BarButton
      icon={<Square size={11} aria-hidden />}
      label={words(stopping ? 'app.stopping' : 'app.stop')}
      aria-keyshortcuts={ariaKeysOf('stop')}
      onClick={onStop}
      disabled={stopping}
    />
  );
}
