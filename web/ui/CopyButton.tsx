import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { words } from '../i18n/words.ts';
import { IconButton } from './IconButton.tsx';

const SHOWN_MS = 1500;

interface CopyButtonProps {
  /** What is copied; a function is asked when the button is pressed. */
  text: string | (() => string);
  label?: string;
}

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label = words('ui.copy') }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
    setCopied(true);
  };
  return (
    <IconButton label={copied ? words('ui.copied') : label} onClick={() => void copy()}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
    </IconButton>
  );
}
