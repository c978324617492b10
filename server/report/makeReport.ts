import { setImmediate as breathe } from 'node:timers/promises';
import type { Checkpoint } from '../../shared/checkpoint.ts';
import type { Comparison, FileComparison } from '../../shared/compare/comparison.ts';
import {
  type BranchOpinion,
  effectBlocks,
  fileBlocks,
  outcomeBlocks,
  turnBlocks,
} from '../../shared/report/comparisonReport.ts';
import { fileTextBlocks } from '../../shared/report/fileReport.ts';
import { htmlFromReport } from '../../shared/report/htmlFromReport.ts';
import { markdownFromReport } from '../../shared/report/markdownFromReport.ts';
import { type MaskedCount, SecretMask } from '../../shared/report/maskSecrets.ts';
import type { Report, ReportBlock } from '../../shared/report/report.ts';
import type { ReportFormat, ReportPart, ReportReply } from '../../shared/report/reportRequest.ts';
import { sceneDiffBlocks } from '../../shared/report/sceneReport.ts';
import { formatRunAddress } from '../../shared/runAddress.ts';

/** Where a report gets what it tells. */
export interface ReportParts {
  compare(run: string, sides: string): Promise<Comparison>;
  compareFile(run: string, sides: string, path: string): Promise<FileComparison>;
  /** @throws ForkpointError `no-such-run`, `no-such-scene`, `damaged-scene` */
  checkpointOf(run: string, address: string): Promise<Checkpoint>;
  /** What a person put on the branches of a run. */
  opinionsOf(run: string): Promise<BranchOpinion[]>;
  /** The keys that this process holds. */
  secrets(): Promise<string[]>;
  now(): Date;
}

/** What of it goes into the file, and in which form. */
export interface ReportChoice {
  parts: readonly ReportPart[];
  format: ReportFormat;
}

/** Files of which the text is told; beyond them they are only listed. */
const FILES_TOLD = 40;

/** A comparison as a file. @param sides as `parseSides` reads them @throws ForkpointError what comparing throws */
export async function comparisonReport(
  parts: ReportParts,
  run: string,
  sides: string,
  choice: ReportChoice,
): Promise<ReportReply> {
  const mask = new SecretMask(await parts.secrets());
  const found = await parts.compare(run, sides);
  const scenes = await endsOf(parts, found);
  const masked: (Checkpoint | null)[] = [];
  for (const scene of scenes) masked.push(await maskedScene(mask, scene));
  const comparison = mask.value(found);
  const opinions = mask.value(await parts.opinionsOf(run));
  const has = (part: ReportPart) => choice.parts.includes(part);
  const blocks = [
    ...section(has('outcome'), 'Outcome', outcomeBlocks(comparison, opinions)),
    ...section(has('turns'), 'Turns', turnBlocks(comparison)),
    ...section(has('effects'), 'Effects', effectBlocks(comparison)),
    ...(has('files') ? await filesSection(parts, mask, found, comparison, sides) : []),
    ...(await againstFirst(comparison, masked, choice.parts)),
  ];
  const names = comparison.columns.map(column => column.side);
  return finished({ title: names.join(' beside '), run, names, blocks }, mask, choice.format, parts.now());
}

/** Two scenes to be told apart. */
export interface ReportedDiff {
  left: string;
  right: string;
  leftRun: string;
  rightRun: string;
}

/** A diff of two scenes as a file. @throws ForkpointError what looking at them throws */
export async function diffReport(
  parts: ReportParts,
  run: string,
  { left, right, leftRun, rightRun }: ReportedDiff,
  choice: ReportChoice,
): Promise<ReportReply> {
  const mask = new SecretMask(await parts.secrets());
  const before = mask.value(await parts.checkpointOf(leftRun, left));
  const after = mask.value(await parts.checkpointOf(rightRun, right));
  const names = [
    formatRunAddress({ run: leftRun, address: left }, run),
    formatRunAddress({ run: rightRun, address: right }, run),
  ];
  const blocks = sceneDiffBlocks(before, after, choice.parts);
  return finished({ title: names.join(' against '), run, names, blocks }, mask, choice.format, parts.now());
}

/** The scene that each column ends at; null where it has none that can be read. */
function endsOf(parts: ReportParts, { columns }: Comparison): Promise<(Checkpoint | null)[]> {
  return Promise.all(
    columns.map(({ run, end, damaged }) =>
      end === null || damaged.count > 0 ? null : parts.checkpointOf(run, end.address),
    ),
  );
}

/** A scene without its secrets; others may use the server before the next. */
async function maskedScene(mask: SecretMask, scene: Checkpoint | null): Promise<Checkpoint | null> {
  await breathe();
  return scene && mask.value(scene);
}

/** The messages and settings of each further side against those of the first. */
async function againstFirst(
  { columns }: Comparison,
  [first, ...others]: readonly (Checkpoint | null)[],
  chosen: readonly ReportPart[],
): Promise<ReportBlock[]> {
  const told: ReportBlock[] = [];
  for (const [index, other] of others.entries()) {
    await breathe();
    if (!first || !other) continue;
    const blocks = sceneDiffBlocks(first, other, chosen);
    const title = `${columns[0]?.side ?? ''} against ${columns[index + 1]?.side ?? ''}`;
    told.push(...section(blocks.length > 0, `Messages and settings: ${title}`, blocks));
  }
  return told;
}

async function filesSection(
  parts: ReportParts,
  mask: SecretMask,
  found: Comparison,
  comparison: Comparison,
  sides: string,
): Promise<ReportBlock[]> {
  const told: ReportBlock[] = [];
  const different = found.files.filter(file => !file.isSame);
  for (const { path } of different.slice(0, FILES_TOLD)) {
    const file = mask.value(await parts.compareFile(found.run, sides, path));
    told.push(...fileTextBlocks(file, comparison.columns));
  }
  if (different.length > FILES_TOLD) {
    told.push({
      kind: 'text',
      text: `Of ${different.length - FILES_TOLD} more the text is not told.`,
      tone: 'dim',
    });
  }
  return section(true, 'Files', [...fileBlocks(comparison), ...told]);
}

function section(isWanted: boolean, title: string, blocks: ReportBlock[]): ReportBlock[] {
  return isWanted ? [{ kind: 'heading', level: 2, text: title }, ...blocks] : [];
}

interface Draft {
  title: string;
  run: string;
  /** What is compared, for the name of the file. */
  names: readonly string[];
  blocks: ReportBlock[];
}

function finished(
  { title, run, names, blocks }: Draft,
  mask: SecretMask,
  format: ReportFormat,
  now: Date,
): ReportReply {
  const masked = mask.maskedIn(JSON.stringify([title, blocks]));
  const report: Report = {
    title,
    about: [
      `Run ${run}, by Forkpoint on ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
      maskedText(masked),
    ],
    blocks,
  };
  const isHtml = format === 'html';
  const stem = ['forkpoint', run, ...names]
    .join('-')
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 120);
  return {
    fileName: `${stem}.${isHtml ? 'html' : 'md'}`,
    mediaType: isHtml ? 'text/html' : 'text/markdown',
    text: isHtml ? htmlFromReport(report) : markdownFromReport(report),
    masked,
  };
}

function maskedText(masked: readonly MaskedCount[]): string {
  if (masked.length === 0) return 'Nothing in it looked like a key, a token or a password.';
  const counts = masked.map(({ kind, count }) => `${count} ${kind}${count === 1 ? '' : 's'}`);
  return `What looks like a secret is masked: ${counts.join(', ')}.`;
}
