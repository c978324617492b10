import * as Popover from '@radix-ui/react-popover';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../i18n/words.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './LinkText.module.css';
import { type LinkTarget, linkTarget } from './linkTarget.ts';

interface LinkTextProps {
  href: string;
  title: string | null;
  /** The words of the link; null where they are its address. */
  children: ReactNode;
}

/**
 * A link of a text from a run: its words and, always, its address. Pressing it leads nowhere yet: it says where the
 * link goes, and only there is a real link to be opened.
 */
export function LinkText({ href, title, children }: LinkTextProps) {
  const target = linkTarget(href);
  const address = (
    <span className={styles.address}>
      <SafeText text={title === null ? href : `${href} “${title}”`} />
    </span>
  );
  const label = children === null ? address : [<span key="words">{children}</span>, ' ', address];
  if (target === null) return label;
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className={styles.link}>
          {label}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.popover}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={words('content.linkLeads')}
        >
          <TargetView target={target} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function TargetView({ target: { address, host, hasUser } }: { target: LinkTarget }) {
  return (
    <>
      <p className={styles.note}>{words('content.linkLeads')}</p>
      <p className={styles.host}>
        <SafeText text={host} />
      </p>
      {hasUser && <p className={styles.warning}>{words('content.linkUser', { host })}</p>}
      <p className={styles.whole}>
        <SafeText text={address} />
      </p>
      <div className={styles.actions}>
        <a className={styles.open} href={address} target="_blank" rel="noreferrer noopener">
          <ExternalLink aria-hidden />
          {words('content.linkOpen')}
        </a>
        <CopyButton text={address} label={words('content.linkCopy')} />
      </div>
    </>
  );
}
