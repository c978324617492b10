import { adopt } from './en/adopt.ts';
import { app } from './en/app.ts';
import { commands } from './en/commands.ts';
import { compare } from './en/compare.ts';
import { content } from './en/content.ts';
import { diff } from './en/diff.ts';
import { effects } from './en/effects.ts';
import { fanOut } from './en/fanOut.ts';
import { files } from './en/files.ts';
import { find } from './en/find.ts';
import { gate } from './en/gate.ts';
import { graph } from './en/graph.ts';
import { inspector } from './en/inspector.ts';
import { keys } from './en/keys.ts';
import { legality } from './en/legality.ts';
import { lookHere } from './en/lookHere.ts';
import { notes } from './en/notes.ts';
import { outline } from './en/outline.ts';
import { play } from './en/play.ts';
import { reconcile } from './en/reconcile.ts';
import { report } from './en/report.ts';
import { runs } from './en/runs.ts';
import { strip } from './en/strip.ts';
import { ui } from './en/ui.ts';

/** Every word on the page, in English, one section per part. */
export const en = {
  adopt,
  app,
  commands,
  compare,
  content,
  diff,
  effects,
  fanOut,
  files,
  find,
  gate,
  graph,
  inspector,
  keys,
  legality,
  lookHere,
  notes,
  outline,
  play,
  reconcile,
  report,
  runs,
  strip,
  ui,
} as const;
