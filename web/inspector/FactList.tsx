import type { ReactNode } from 'react';
import { locale, words } from '../i18n/words.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './FactList.module.css';

/** Facts by name. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  name: string;
  children: ReactNode;
  /** Left out where it is not known: most requests do without it. */
  optional?: boolean;
}

/** One fact. Where it is not known it says so. */
export function Fact({ name, children, optional = false }: FactProps) {
  const isKnown = children !== null && children !== undefined && children !== '';
  if (!isKnown && optional) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className={isKnown ? undefined : styles.unknown}>
        {typeof children === 'string' ? <SafeText text={children} /> : (children ?? null)}
        {!isKnown && words('inspector.notKnown')}
      </dd>
    </>
  );
}

/** A number as a fact, or null. */
export function factNumber(value: number | null | undefined): string | null {
  return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : null;
}
