import { ForkpointError } from '../../shared/errors.ts';
import {
  comparisonParts,
  diffParts,
  partsFromText,
  type ReportFormat,
  type ReportReply,
} from '../../shared/report/reportRequest.ts';
import { parseRunAddress } from '../../shared/runAddress.ts';
import { comparisonReport, diffReport, type ReportParts } from './makeReport.ts';

/** What a report is asked for: `sides` of a comparison, or `left` and `right` of a diff, as `parseRunAddress` reads them. */
export interface ReportWish {
  sides?: string | undefined;
  left?: string | undefined;
  right?: string | undefined;
  /** As `partsFromText` reads them. */
  parts?: string | undefined;
  format: ReportFormat;
}

/** Makes reports of the runs of one data folder. */
export class RunReports {
  readonly #parts: ReportParts;

  constructor(parts: ReportParts) {
    this.#parts = parts;
  }

  /** @throws ForkpointError `bad-request`, and what comparing or looking throws */
  async make(run: string, { sides, left, right, parts, format }: ReportWish): Promise<ReportReply> {
    const known = sides === undefined ? diffParts : comparisonParts;
    const chosen = partsFromText(parts, known);
    if (chosen === null) throw badRequest(`parts: choose from ${known.join(', ')}`);
    const choice = { parts: chosen, format };
    if (sides !== undefined) return comparisonReport(this.#parts, run, sides, choice);
    if (left === undefined || right === undefined) throw badRequest('name either sides, or left and right');
    const [from, to] = [parseRunAddress(left), parseRunAddress(right)];
    const diff = { left: from.address, right: to.address, leftRun: from.run ?? run, rightRun: to.run ?? run };
    return diffReport(this.#parts, run, diff, choice);
  }
}

function badRequest(detail: string): ForkpointError {
  return new ForkpointError('bad-request', { detail });
}
