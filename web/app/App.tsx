import { useState } from 'react';
import type { RunReceipt } from '../../shared/api.ts';
import { words } from '../i18n/words.ts';
import { RunsPage } from '../runs/RunsPage.tsx';
import { PageLink } from '../selection/PageLink.tsx';
import { useSelection } from '../selection/useSelection.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Keyboard } from './Keyboard.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { PinSign } from './PinSign.tsx';
import { RunPage } from './RunPage.tsx';
import { TopBar } from './TopBar.tsx';

/** The page that the URL asks for, and the keys that work on every page. */
export function App() {
  return (
    <>
      <Page />
      <Keyboard />
    </>
  );
}

function Page() {
  const { page, run, problem } = useSelection();
  // Here, since acting on a recording leads to another run's page.
  const [receipt, setReceipt] = useState<RunReceipt | null>(null);
  if (page === 'run' && run !== null) {
    return (
      <PageBoundary key={run}>
        <RunPage run={run} receipt={receipt?.run === run ? receipt : null} onReceipt={setReceipt} />
      </PageBoundary>
    );
  }
  if (page === 'list') {
    return (
      <PageBoundary key="list">
        <TopBar>
          <PinSign graph={null} scene={null} />
        </TopBar>
        <RunsPage />
      </PageBoundary>
    );
  }
  return (
    <>
      <TopBar />
      <EmptyState title={words('app.unknownPage')}>
        {problem ? <ProblemNote problem={problem} /> : words('app.unknownPageHint')}
        <p>
          <PageLink run={null}>{words('app.backToRuns')}</PageLink>
        </p>
      </EmptyState>
    </>
  );
}
