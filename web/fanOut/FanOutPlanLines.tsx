import type { ReactNode } from 'react';
import type { FanOutPlan } from '../../shared/fanOut.ts';
import { StayingEffects } from '../commands/PlanLines.tsx';
import { formatBytes, formatTokenCount } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { PhraseText } from '../ui/PhraseText.tsx';
import styles from './FanOutPlanLines.module.css';

/** What all branches of a fan-out would do alike: what is copied, what stays in the world, what is sent first. */
export function FanOutPlanLines({ plan }: { plan: FanOutPlan }) {
  const planned = plan.branches.flatMap(row => row.plan ?? []);
  const tokens = planned.reduce((sum, row) => sum + row.nextRequestTokens, 0);
  return (
    <dl className={styles.lines}>
      <Line name={words('fanOut.copy')} look="copy">
        {copyText(plan)}
      </Line>
      <Line name={words('fanOut.notUndo')} look="effect">
        <StayingEffects effects={plan.effects} />
      </Line>
      <Line name={words('fanOut.send')}>
        {words('fanOut.sendText', { count: planned.length, tokens: formatTokenCount(tokens) })}
      </Line>
      <Line name={words('fanOut.cost')}>{words('fanOut.costText')}</Line>
    </dl>
  );
}

function copyText({ branches, target }: FanOutPlan): string {
  const place = target.address;
  const bytes = branches.find(row => row.plan?.copiedBytes)?.plan?.copiedBytes ?? null;
  return bytes === null
    ? words('fanOut.copyNothing', { place })
    : words('fanOut.copyText', { place, size: formatBytes(bytes) });
}

function Line({ name, look, children }: { name: string; look?: 'copy' | 'effect'; children: ReactNode }) {
  return (
    <>
      <dt className={classNames(styles.name, look && styles[look])}>{name}</dt>
      <dd className={styles.text}>
        {typeof children === 'string' ? <PhraseText text={children} /> : children}
      </dd>
    </>
  );
}
