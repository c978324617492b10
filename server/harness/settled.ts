import type { Edit } from '../../shared/decision.ts';
import type { Question } from '../../shared/gate.ts';
import type { ToolResultBlock } from '../../shared/message.ts';
import type { ToolOutcome } from '../tools/tool.ts';

/** What is settled about a call before it is answered: by what is known of an earlier try, or by the person. */
export type Settled =
  | {
      kind: 'result';
      outcome: ToolOutcome;
      edits: Edit[];
      /** The ledger lacks the row of this call, which had its effect. */
      ledger?: 'add';
    }
  | {
      kind: 'run';
      /** What runs in place of the model's input. */
      input?: Record<string, unknown>;
      /** It was opened before: its own earlier tries, and what was there when they were let through, are no repeats. */
      isRerun: boolean;
      /** The person said of this very call that it runs: their yes where the mode asks for one, never to a repeat. */
      isApproved?: boolean;
      /** It ran, and files were put back since: it stops at the gate whatever the mode. */
      mustAsk?: boolean;
      edits: Edit[];
    };

/** What came of answering the calls of a reply. `waiting`: at the gate; the calls from there on have not run. */
export type Answered =
  | { kind: 'answered'; results: ToolResultBlock[]; edits: Edit[] }
  | { kind: 'waiting'; questions: Question[] };
