import type { EditFacts } from './editFacts.ts';
import type { Remark } from './remark.ts';
import type { TurnFacts } from './turnFacts.ts';

/** A state of a file, or of a passage in it, and the turn that made it. */
interface State {
  content: string;
  turn: string;
}

interface FileStory {
  /** Of each passage that was changed: what it was, one after the other, by what it is now. */
  passages: Map<string, State[]>;
  /** Of the file where it was written whole. */
  whole: State[];
  /** Turns of edits that went back, with those that made and left the state. */
  turns: Set<string>;
  returns: number;
}

/**
 * A file went back to how it had been: an edit puts a passage back that an earlier edit had replaced, or the whole file
 * is written as it was written before, with something else in between.
 */
export function toAndFro(line: readonly TurnFacts[]): Remark[] {
  const stories = new Map<string, FileStory>();
  for (const { id, calls } of line) {
    for (const edit of calls.flatMap(call => call.edits)) {
      const story = stories.get(edit.file) ?? newStory();
      stories.set(edit.file, story);
      if (edit.from === null) writeWhole(story, edit.to, id);
      else editPassage(story, { ...edit, from: edit.from }, id);
    }
  }
  const order = new Map(line.map(({ id }, index) => [id, index]));
  const byLine = (x: string, y: string) => (order.get(x) ?? 0) - (order.get(y) ?? 0);
  return [...stories]
    .filter(([, story]) => story.returns > 0)
    .map(([file, { turns, returns }]) => ({
      rule: 'to-and-fro',
      turns: [...turns].sort(byLine),
      params: { file, count: returns },
    }));
}

function newStory(): FileStory {
  return { passages: new Map(), whole: [], turns: new Set(), returns: 0 };
}

function writeWhole(story: FileStory, content: string, turn: string): void {
  note(story, story.whole, content, turn);
  story.whole.push({ content, turn });
  story.passages.clear();
}

function editPassage(story: FileStory, { from, to }: EditFacts & { from: string }, turn: string): void {
  // What the passage was before its first edit was made by no turn of the line that we know of.
  const states = story.passages.get(from) ?? [{ content: from, turn }];
  story.passages.delete(from);
  note(story, states, to, turn);
  story.passages.set(to, [...states, { content: to, turn }]);
}

/** Counts a return to an earlier state that something else has replaced meanwhile. */
function note(story: FileStory, states: readonly State[], content: string, turn: string): void {
  const made = states.findLastIndex(state => state.content === content);
  if (made < 0 || made === states.length - 1) return;
  story.returns += 1;
  for (const state of states.slice(made)) story.turns.add(state.turn);
  story.turns.add(turn);
}
