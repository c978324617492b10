import * as Popover from '@radix-ui/react-popover';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { SceneReply } from '../../shared/api.ts';
import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';
import { useWholeScene } from '../api/queries.ts';
import { words } from '../i18n/words.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import styles from './CopyMenu.module.css';
import { conversationText } from './conversationText.ts';
import { curlOfRequest } from './curlOfRequest.ts';
import { sentRequest } from './sentRequest.ts';

interface CopyMenuProps {
  run: string;
  graph: RunGraph;
  node: TurnNode;
  reply: SceneReply;
}

/** Takes a scene out of the page: as text to read, as the JSON it is, as a request for a shell. */
export function CopyMenu({ run, graph, node, reply: light }: CopyMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [copied, setCopied] = useState('');
  const whole = useWholeScene(run, light, isOpen);
  const reply = whole.status === 'ready' ? whole.value : null;
  const messages = reply?.checkpoint?.messages ?? [];
  const copy = async (label: string, text: () => string) => {
    await navigator.clipboard.writeText(text());
    setCopied(words('inspector.copied', { what: label }));
  };
  const curl = () => {
    const request = reply && sentRequest(graph, node, reply);
    return request ? curlOfRequest(request) : '';
  };
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={open => {
        setOpen(open);
        setCopied('');
      }}
    >
      <Popover.Trigger className={styles.trigger}>
        <Copy aria-hidden />
        {words('inspector.copy')}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.popover}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={words('inspector.copyAs')}
        >
          <CopyLine
            label={words('inspector.copyText')}
            hint={words('inspector.copyTextHint')}
            isReady={reply !== null}
            onCopy={label => copy(label, () => conversationText(messages))}
          />
          <CopyLine
            label={words('inspector.copyJson')}
            hint={words('inspector.copyJsonHint')}
            isReady={reply !== null}
            onCopy={label => copy(label, () => JSON.stringify(messages, null, 2))}
          />
          {light.row.turn > 0 && (
            <CopyLine
              label={words('inspector.copyCurl')}
              hint={words('inspector.copyCurlHint')}
              isReady={reply !== null}
              onCopy={label => copy(label, curl)}
            />
          )}
          {whole.status === 'problem' && <ProblemNote problem={whole.problem} onRetry={whole.retry} />}
          <p className={styles.copied} role="status">
            {whole.status === 'loading' ? words('inspector.loadingWhole') : copied}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface CopyLineProps {
  label: string;
  hint: string;
  /** Whether all that is copied is there. */
  isReady: boolean;
  onCopy: (label: string) => Promise<void>;
}

function CopyLine({ label, hint, isReady, onCopy }: CopyLineProps) {
  return (
    <button type="button" className={styles.line} disabled={!isReady} onClick={() => void onCopy(label)}>
      <span className={styles.label}>{label}</span>
      <span className={styles.hint}>{hint}</span>
    </button>
  );
}
