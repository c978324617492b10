import {
  Bot,
  FilePen,
  FileText,
  Globe,
  ListTodo,
  type LucideIcon,
  Mail,
  Search,
  SquareTerminal,
  Wrench,
} from 'lucide-react';
import type { CallRow } from '../../shared/rows.ts';
import { type ToolKind, toolKindOf } from './toolKind.ts';

const icons: Record<ToolKind, LucideIcon> = {
  shell: SquareTerminal,
  read: FileText,
  write: FilePen,
  search: Search,
  web: Globe,
  message: Mail,
  agent: Bot,
  plan: ListTodo,
  other: Wrench,
};

interface ToolIconProps {
  call: Pick<CallRow, 'name' | 'toolClass'>;
  className?: string | undefined;
}

/** What kind of tool a call uses, as a picture. The name of its turn says it in words. */
export function ToolIcon({ call, className }: ToolIconProps) {
  const Icon = icons[toolKindOf(call)];
  return <Icon aria-hidden className={className} />;
}
