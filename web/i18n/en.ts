import { app } from './en/app.ts';
import { content } from './en/content.ts';
import { diff } from './en/diff.ts';
import { graph } from './en/graph.ts';
import { inspector } from './en/inspector.ts';
import { runs } from './en/runs.ts';
import { strip } from './en/strip.ts';
import { ui } from './en/ui.ts';

/** Every word on the page, in English, one section per part. */
export const en = { app, content, diff, graph, inspector, runs, strip, ui } as const;
