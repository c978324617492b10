import { claimIn } from '../claims.ts';
import type { CallFacts, TurnFacts } from '../turnFacts.ts';

/**
 * Draws the facts of a line for tests: one turn per line, its number first, then its calls with `|` between them:
 *
 *     1  read                       a call that was answered; `read 90000` with so many characters
 *     2  fail open a.txt: no file   the call `open a.txt` failed with these words
 *     3  edit a.ts x>y              a passage x of a file became y; `write a.ts x`: the whole file became x
 *     4  red npm test: tax math     a check was red and named these; `green npm test`
 *     5  send All is fixed.         something left the run, with these words
 *     6  push                       a command that reaches others
 *     7  say All tests pass.        words of the reply, no call
 *
 * `3<1` follows turn 1 instead of the one before it; `@40000` is the context of a turn in tokens, `compacted`,
 * `simulated` and `asked` (a person spoke) what else is known of it.
 */
export function drawFacts(drawing: string): TurnFacts[] {
  const turns: TurnFacts[] = [];
  for (const line of drawing.split('\n').filter(text => text.trim() !== '')) {
    const match = /^\s*(\d+'*)(?:<(\d+'*))?((?:\s+(?:@\d+|compacted|simulated|asked))*)\s*(.*)$/.exec(line);
    if (!match) throw new Error(`cannot draw: ${line}`);
    const [, id = '', parent, marks = '', rest = ''] = match;
    turns.push({
      id,
      parent: parent ?? turns.at(-1)?.id ?? null,
      turn: Number.parseInt(id, 10),
      contextTokens: /@(\d+)/.exec(marks) ? Number(/@(\d+)/.exec(marks)?.[1]) : null,
      isCompacted: marks.includes('compacted'),
      isSimulated: marks.includes('simulated'),
      hasInput: marks.includes('asked'),
      ...drawnContent(rest),
    });
  }
  return turns;
}

function drawnContent(rest: string): Pick<TurnFacts, 'calls' | 'claim'> {
  const parts = rest.split('|').map(part => part.trim());
  const said = parts.find(part => part.startsWith('say '))?.slice(4) ?? '';
  const calls = parts.filter(part => part !== '' && !part.startsWith('say '));
  return { claim: claimIn(said), calls: calls.map(drawnCall) };
}

function drawnCall(text: string, position: number): CallFacts {
  const [kind = '', ...words] = text.split(' ');
  const rest = words.join(' ');
  const blank: CallFacts = {
    id: `c${position}`,
    name: kind,
    detail: rest,
    toolClass: 'read',
    state: 'answered',
    key: text,
    failure: null,
    edits: [],
    check: null,
    claim: null,
    resultLength: 0,
  };
  switch (kind) {
    case 'read':
      return { ...blank, resultLength: Number(rest) || 0 };
    case 'fail': {
      const [call = '', said = ''] = rest.split(': ');
      return { ...blank, state: 'error', key: call, detail: call, failure: { digest: said, words: said } };
    }
    case 'edit': {
      const [from = '', to = ''] = (words[1] ?? '').split('>');
      return { ...blank, toolClass: 'workspace', edits: [{ file: words[0] ?? '', from, to }] };
    }
    case 'write':
      return {
        ...blank,
        toolClass: 'workspace',
        edits: [{ file: words[0] ?? '', from: null, to: words[1] ?? '' }],
      };
    case 'red':
    case 'green': {
      const [command = '', names = ''] = rest.split(': ');
      const runner = command.split(' ').slice(0, 2).join(' ');
      return {
        ...blank,
        toolClass: 'command',
        check: { runner, command, outcome: kind, names: names.split(' ') },
      };
    }
    case 'send':
      return { ...blank, toolClass: 'external', claim: claimIn(rest) };
    case 'push':
      return { ...blank, toolClass: 'command', detail: 'git add . && git push' };
    default:
      throw new Error(`cannot draw the call ${text}`);
  }
}
