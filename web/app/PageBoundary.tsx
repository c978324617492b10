import { Component, type ReactNode } from 'react';
import { type Problem, problemFromError } from '../../shared/errors.ts';
import { words } from '../i18n/words.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';

/** Keeps a fault in drawing one page from taking the others along, and says what happened. */
export class PageBoundary extends Component<{ children: ReactNode }, { problem: Problem | null }> {
  override state: { problem: Problem | null } = { problem: null };

  static getDerivedStateFromError(error: unknown) {
    return { problem: problemFromError(error) };
  }

  override render() {
    const { problem } = this.state;
    if (!problem) return this.props.children;
    return (
      <EmptyState title={words('app.pageFailed')}>
        <ProblemNote problem={problem} onRetry={() => this.setState({ problem: null })} />
      </EmptyState>
    );
  }
}
